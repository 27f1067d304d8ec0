package dev.sidegate.benchmarks;

/** The effect: nothing, so that what is measured is the guard. */
final class Body {
  private Body() {}

  static String run(long number) {
    return "receipt-" + number;
  }
}
