package dev.sidegate.benchmarks;

import dev.sidegate.engine.intent.DispatchRequest;
import dev.sidegate.engine.intent.DueEntries;
import dev.sidegate.engine.intent.LeaseOwner;
import dev.sidegate.engine.intent.QueueTurn;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;

/**
 * The outbox: the time from an enqueue's commit to the body's start, over two stores as two
 * processes have them; how many queued calls per second, beside a queue by hand that takes one row
 * at a time; and what a look and a claim cost with many waiting beside many finished. Options:
 * {@code --rows N}, {@code --pending N}, {@code --finished N}, {@code --workers N}.
 */
public final class QueuedCalls {
  private static final int LATENCIES = 500;
  private static final int LOOKS = 200;

  private final Server server;
  private final int workers;

  private QueuedCalls(Server server, int workers) {
    this.server = server;
    this.workers = workers;
  }

  /** Starts a server, measures, prints. */
  public static void main(String[] arguments) throws Exception {
    try (Server server = Server.start()) {
      System.out.printf(
          Locale.ROOT,
          "PostgreSQL %s, fsync on; one 8 kB write and fdatasync: %.2f ms; %d processors%n",
          server.version(),
          FsyncProbe.medianMillis(server.directory()),
          Runtime.getRuntime().availableProcessors());
      QueuedCalls run = new QueuedCalls(server, option(arguments, "--workers", 16));
      run.fromCommitToDispatch();
      run.besideOneRowAtATime(option(arguments, "--rows", 20_000));
      run.besideFinished(
          option(arguments, "--pending", 100_000), option(arguments, "--finished", 1_000_000));
    }
  }

  private void fromCommitToDispatch() throws Exception {
    try (Queue queue = Queue.on(GuardedDatabase.on(server, "latency"), workers)) {
      long[] nanos = new long[LATENCIES];
      for (int warm = 0; warm < LATENCIES; warm++) {
        queue.enqueueAndAwait(warm);
      }
      for (int i = 0; i < LATENCIES; i++) {
        nanos[i] = queue.enqueueAndAwait(LATENCIES + i);
      }
      Arrays.sort(nanos);
      System.out.printf(
          Locale.ROOT,
          "%nFrom commit to dispatch, another process: median %.2f ms, p99 %.2f ms%n",
          millis(nanos[LATENCIES / 2]),
          millis(nanos[LATENCIES * 99 / 100]));
    }
  }

  private void besideOneRowAtATime(int rows) throws Exception {
    double byHand;
    try (OneRowAtATime hand = new OneRowAtATime(server.database("one_row"), workers)) {
      hand.fill(rows);
      byHand = perSecond(rows, hand::drain);
    }
    double queued;
    try (Queue queue = Queue.on(GuardedDatabase.on(server, "throughput"), workers)) {
      queue.fill(rows);
      CountDownLatch done = queue.expect(rows);
      queued =
          perSecond(
              rows,
              () -> {
                queue.start();
                done.await();
              });
    }
    System.out.printf(
        Locale.ROOT,
        "%n%d rows, %d workers, empty body%n  one row at a time %8.0f/s%n  outbox            %8.0f/s"
            + "  %.2f times%n",
        rows,
        workers,
        byHand,
        queued,
        queued / byHand);
  }

  private void besideFinished(int pending, int finished) throws Exception {
    System.out.printf(Locale.ROOT, "%nA look and a claim of %d entries%n", workers);
    for (int others : new int[] {1_000, finished}) {
      GuardedDatabase database = GuardedDatabase.on(server, "finished_" + others);
      try (Queue queue = Queue.on(database, workers)) {
        queue.fillBehindTheWalls(pending, others);
        server.checkpoint();
        long[] looks = new long[LOOKS];
        long[] claims = new long[LOOKS];
        for (int i = 0; i < LOOKS; i++) {
          long begun = System.nanoTime();
          DueEntries due =
              queue.store().due(List.of(new QueueTurn(Queue.EFFECT, "", null)), workers);
          looks[i] = System.nanoTime() - begun;
          List<DispatchRequest.Wanted> wanted =
              due.entries().stream()
                  .map(
                      entry ->
                          new DispatchRequest.Wanted(
                              entry.operation(), entry.effect(), new LeaseOwner(UUID.randomUUID())))
                  .toList();
          begun = System.nanoTime();
          queue.store().dispatch(new DispatchRequest(wanted, List.of(Queue.EFFECTS), false));
          claims[i] = System.nanoTime() - begun;
        }
        Arrays.sort(looks);
        Arrays.sort(claims);
        System.out.printf(
            Locale.ROOT,
            "  %,d waiting beside %,12d finished: look %.2f ms, claim %.2f ms%n",
            pending,
            others,
            millis(looks[LOOKS / 2]),
            millis(claims[LOOKS / 2]));
      }
    }
  }

  private static double perSecond(int rows, Work work) throws Exception {
    long begun = System.nanoTime();
    work.run();
    return rows / (Duration.ofNanos(System.nanoTime() - begun).toNanos() / 1e9);
  }

  private static double millis(long nanos) {
    return nanos / 1e6;
  }

  private static int option(String[] arguments, String name, int otherwise) {
    int index = List.of(arguments).indexOf(name);
    return index < 0 ? otherwise : Integer.parseInt(arguments[index + 1]);
  }

  @FunctionalInterface
  private interface Work {
    void run() throws Exception;
  }
}
