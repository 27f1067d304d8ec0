package dev.sidegate.agent.weave;

import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.matcher.ElementMatcher;

/**
 * What is woven into one class of the JDK. A JDK that lacks the class does without.
 *
 * @param type the class's name
 * @param advice what is inlined
 * @param methods into which methods
 * @param everywhere whether every JDK that has the class has such a method too; then one without it
 *     is not watched
 */
public record JdkPart(
    String type,
    Class<?> advice,
    ElementMatcher.Junction<MethodDescription> methods,
    boolean everywhere) {

  /** What every JDK has. */
  public static JdkPart of(
      String type, Class<?> advice, ElementMatcher.Junction<MethodDescription> methods) {
    return new JdkPart(type, advice, methods, true);
  }

  /** What some JDKs have. */
  public static JdkPart ofSome(
      String type, Class<?> advice, ElementMatcher.Junction<MethodDescription> methods) {
    return new JdkPart(type, advice, methods, false);
  }
}
