package dev.sidegate.processor.guard;

import java.util.List;
import javax.lang.model.element.TypeElement;

/**
 * A class whose guarded methods are all proven.
 *
 * @param source the class, the one originating element of its descriptor
 * @param packageName its package
 * @param descriptorName the simple name of its descriptor
 * @param methods its guarded methods, in the order of the source
 */
public record GuardedClass(
    TypeElement source, String packageName, String descriptorName, List<GuardedMethod> methods) {

  /** Copies the list. */
  public GuardedClass {
    methods = List.copyOf(methods);
  }

  /**
   * The descriptor's name, by which the engine finds it: {@code Sidegate_Outer_Inner}, an
   * underscore of the class's own name written as {@code _1}.
   */
  static String descriptorName(String binaryName) {
    String simple = binaryName.substring(binaryName.lastIndexOf('.') + 1);
    return "Sidegate_" + simple.replace("_", "_1").replace('$', '_');
  }
}
