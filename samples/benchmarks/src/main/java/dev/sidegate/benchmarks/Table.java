package dev.sidegate.benchmarks;

import java.io.PrintStream;
import java.util.Locale;
import java.util.Map;

/** Measurements as lines; the first contender of a block is what the others are compared with. */
final class Table {
  private final PrintStream out;

  Table(PrintStream out) {
    this.out = out;
  }

  void head(String title) {
    out.printf("%n%s%n", title);
    out.printf(
        "%8s  %-24s %10s %9s %9s  %s%n", "callers", "", "calls/s", "p50 ms", "p99 ms", "times");
  }

  void block(int callers, Map<String, Measurement> medians) {
    double first = medians.values().iterator().next().perSecond();
    medians.forEach(
        (name, median) ->
            out.printf(
                Locale.ROOT,
                "%8d  %-24s %10.0f %9.2f %9.2f  %5.2f%n",
                callers,
                name,
                median.perSecond(),
                median.medianMillis(),
                median.p99Millis(),
                median.perSecond() / first));
  }
}
