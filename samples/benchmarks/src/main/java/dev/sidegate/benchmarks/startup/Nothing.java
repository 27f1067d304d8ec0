package dev.sidegate.benchmarks.startup;

/** A program that ends at once. */
public final class Nothing {
  private Nothing() {}

  /** Ends. */
  public static void main(String[] arguments) {}
}
