package dev.sidegate.benchmarks;

/** One way to run a body at most once per key. Safe for many threads. */
interface Contender extends AutoCloseable {

  /** What stands in the table. */
  String name();

  /** Runs the body for the key of this number, which nobody used before, durably. */
  void call(long number) throws Exception;

  @Override
  void close();
}
