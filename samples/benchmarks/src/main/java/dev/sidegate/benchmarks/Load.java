package dev.sidegate.benchmarks;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/** Callers that call as fast as they are answered, for a while. */
final class Load {

  /** One call of the work under load. */
  interface Work {
    void call(long number) throws Exception;
  }

  private final AtomicLong numbers = new AtomicLong();

  /**
   * Runs the work.
   *
   * @param callers threads that call
   * @param duration after it no caller begins another call
   * @throws Exception what a call threw: a failed call is no measurement
   */
  Measurement run(Work work, int callers, Duration duration) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(callers);
    try {
      long begin = System.nanoTime();
      long end = begin + duration.toNanos();
      Callable<long[]> caller = () -> callUntil(end, work);
      List<Future<long[]>> running =
          IntStream.range(0, callers).mapToObj(each -> threads.submit(caller)).toList();
      long[] all = new long[0];
      for (Future<long[]> each : running) {
        all = joined(all, latencies(each));
      }
      return Measurement.of(all, System.nanoTime() - begin);
    } finally {
      threads.shutdownNow();
    }
  }

  private long[] callUntil(long end, Work work) throws Exception {
    long[] latencies = new long[1024];
    int count = 0;
    for (long before = System.nanoTime(); before < end; ) {
      work.call(numbers.incrementAndGet());
      long after = System.nanoTime();
      if (count == latencies.length) {
        latencies = Arrays.copyOf(latencies, count * 2);
      }
      latencies[count++] = after - before;
      before = after;
    }
    return Arrays.copyOf(latencies, count);
  }

  private static long[] latencies(Future<long[]> caller) throws Exception {
    try {
      return caller.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception failed ? failed : e;
    }
  }

  private static long[] joined(long[] left, long[] right) {
    long[] both = Arrays.copyOf(left, left.length + right.length);
    System.arraycopy(right, 0, both, left.length, right.length);
    return both;
  }
}
