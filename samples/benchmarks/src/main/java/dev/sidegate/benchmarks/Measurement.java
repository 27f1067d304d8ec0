package dev.sidegate.benchmarks;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What one round saw.
 *
 * @param perSecond calls that were answered, per second
 * @param medianMillis half of the calls took no longer
 * @param p99Millis 99 of 100 calls took no longer
 */
record Measurement(double perSecond, double medianMillis, double p99Millis) {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double NANOS_PER_MILLI = 1e6;

  static Measurement of(long[] latencies, long nanos) {
    long[] sorted = latencies.clone();
    Arrays.sort(sorted);
    return new Measurement(
        sorted.length * NANOS_PER_SECOND / nanos, quantile(sorted, 0.5), quantile(sorted, 0.99));
  }

  /** The median of each column. */
  static Measurement median(List<Measurement> rounds) {
    return new Measurement(
        median(rounds, Measurement::perSecond),
        median(rounds, Measurement::medianMillis),
        median(rounds, Measurement::p99Millis));
  }

  private static double quantile(long[] sorted, double quantile) {
    int index = (int) Math.ceil(quantile * sorted.length) - 1;
    return sorted[Math.max(0, index)] / NANOS_PER_MILLI;
  }

  private static double median(List<Measurement> rounds, ToDoubleFunction<Measurement> column) {
    double[] sorted = rounds.stream().mapToDouble(column).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
