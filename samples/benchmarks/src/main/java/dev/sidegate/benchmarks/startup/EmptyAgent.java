package dev.sidegate.benchmarks.startup;

import java.lang.instrument.Instrumentation;

/** An agent that does nothing: what any {@code -javaagent} costs. */
public final class EmptyAgent {
  private EmptyAgent() {}

  /** Does nothing. */
  public static void premain(String arguments, Instrumentation instrumentation) {}
}
