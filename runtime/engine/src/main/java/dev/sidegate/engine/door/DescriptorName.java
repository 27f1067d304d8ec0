package dev.sidegate.engine.door;

/**
 * The name of a class's descriptor: same package, {@code Sidegate_} and the simple binary name with
 * {@code _} as {@code _1} and {@code $} as {@code _}. {@code a.Outer$Inner} gives {@code
 * a.Sidegate_Outer_Inner}.
 */
public final class DescriptorName {
  private DescriptorName() {}

  /** The descriptor's binary name for a class's binary name. */
  public static String of(String className) {
    int dot = className.lastIndexOf('.');
    return className.substring(0, dot + 1)
        + "Sidegate_"
        + className.substring(dot + 1).replace("_", "_1").replace('$', '_');
  }
}
