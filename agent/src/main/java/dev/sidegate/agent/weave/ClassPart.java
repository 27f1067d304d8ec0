package dev.sidegate.agent.weave;

import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.matcher.ElementMatcher;

/**
 * What is woven into one class of the JDK or of a library. Where the class is absent, nothing is.
 *
 * @param type the class's name
 * @param advice what is inlined
 * @param methods into which methods
 * @param everywhere whether every version that has the class has such a method too; then one
 *     without it is not watched
 */
public record ClassPart(
    String type,
    Class<?> advice,
    ElementMatcher.Junction<MethodDescription> methods,
    boolean everywhere) {

  /** What every version has. */
  public static ClassPart of(
      String type, Class<?> advice, ElementMatcher.Junction<MethodDescription> methods) {
    return new ClassPart(type, advice, methods, true);
  }

  /** What some versions have. */
  public static ClassPart ofSome(
      String type, Class<?> advice, ElementMatcher.Junction<MethodDescription> methods) {
    return new ClassPart(type, advice, methods, false);
  }
}
