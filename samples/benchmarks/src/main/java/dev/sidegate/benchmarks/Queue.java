package dev.sidegate.benchmarks;

import dev.sidegate.engine.gate.EffectSpec;
import dev.sidegate.engine.intent.AttemptEvidence;
import dev.sidegate.engine.intent.Budget;
import dev.sidegate.engine.intent.CallContext;
import dev.sidegate.engine.intent.Dispatchable;
import dev.sidegate.engine.intent.Dispatched;
import dev.sidegate.engine.intent.EffectProposal;
import dev.sidegate.engine.intent.EnqueueRequest;
import dev.sidegate.engine.intent.IntentKey;
import dev.sidegate.engine.intent.Payload;
import dev.sidegate.engine.intent.PayloadHash;
import dev.sidegate.engine.intent.ProviderPromise;
import dev.sidegate.engine.intent.Question;
import dev.sidegate.engine.intent.SettleRequest;
import dev.sidegate.engine.intent.Settlement;
import dev.sidegate.engine.lease.LeaseClock;
import dev.sidegate.engine.outbox.Dispatcher;
import dev.sidegate.engine.outbox.QueuedMethod;
import dev.sidegate.engine.settings.ProviderTerms;
import dev.sidegate.engine.settings.Settings;
import dev.sidegate.engine.store.PostgresStore;
import dev.sidegate.engine.store.StoreSettings;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** A dispatcher with an empty body, and another process that queues. */
final class Queue implements AutoCloseable {
  static final String EFFECT = "notice";
  static final Dispatchable EFFECTS =
      new Dispatchable(
          EFFECT,
          1,
          Duration.ofSeconds(30),
          Duration.ofMinutes(15),
          ProviderPromise.NONE,
          null,
          Duration.ofSeconds(1),
          null);

  private static final AttemptEvidence NOTHING = new AttemptEvidence(false, 0);

  private final GuardedDatabase database;
  private final PostgresStore queueing;
  private final PostgresStore store;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Dispatcher announcing;
  private final Dispatcher dispatcher;
  private volatile CountDownLatch left = new CountDownLatch(0);
  private volatile long begun;
  private boolean started;

  private Queue(GuardedDatabase database, int workers) {
    this.database = database;
    this.queueing = open(database);
    this.store = open(database);
    store.propose(new EffectProposal(EFFECT, "benchmark", Set.of(), ""));
    this.announcing = dispatcher(database, workers, queueing, List.of());
    this.dispatcher = dispatcher(database, workers, store, List.of(new EmptyMethod()));
  }

  static Queue on(GuardedDatabase database, int workers) {
    return new Queue(database, workers);
  }

  private static PostgresStore open(GuardedDatabase database) {
    return PostgresStore.open(
        StoreSettings.of(database.url(), GuardedDatabase.USER, GuardedDatabase.PASSWORD)
            .withPoolSize(8));
  }

  private Dispatcher dispatcher(
      GuardedDatabase database, int workers, PostgresStore on, List<QueuedMethod> methods) {
    Properties properties = new Properties();
    properties.setProperty("sidegate.jdbc.url", database.url());
    properties.setProperty("sidegate.outbox.workers", String.valueOf(workers));
    return new Dispatcher(
        Settings.load(properties, Map.of()),
        on,
        () -> methods,
        threads,
        () -> true,
        () -> false,
        LeaseClock.SYSTEM,
        UUID::randomUUID,
        Executors.defaultThreadFactory());
  }

  PostgresStore store() {
    return store;
  }

  void start() {
    started = true;
    dispatcher.start();
  }

  CountDownLatch expect(int bodies) {
    left = new CountDownLatch(bodies);
    return left;
  }

  /** Nanoseconds from the enqueue's acknowledgement to the body's start. */
  long enqueueAndAwait(int number) throws InterruptedException {
    if (!started) {
      start();
    }
    CountDownLatch one = expect(1);
    enqueue(number);
    long committed = System.nanoTime();
    announcing.queued();
    one.await();
    return Math.max(0, begun - committed);
  }

  void fill(int rows) throws Exception {
    List<CompletableFuture<Void>> all = new java.util.ArrayList<>();
    ExecutorService callers = Executors.newFixedThreadPool(64);
    for (int i = 0; i < rows; i++) {
      int number = i;
      all.add(CompletableFuture.runAsync(() -> enqueue(number), callers));
    }
    all.forEach(CompletableFuture::join);
    callers.shutdown();
    database.execute("VACUUM ANALYZE sidegate.intent, sidegate.effect_outbox");
  }

  private void enqueue(int number) {
    queueing.enqueue(
        new EnqueueRequest(
            new IntentKey("tenant-" + number % 10, EFFECT, "notice:" + number),
            payload(),
            new byte[32],
            1,
            new Budget(4, Duration.ofHours(2)),
            Duration.ZERO,
            null,
            null,
            Duration.ofSeconds(1),
            null,
            new Question(null, Map.of(), List.of(), Duration.ofHours(1)),
            CallContext.NONE));
  }

  private static Payload payload() {
    byte[] bytes = "payload".getBytes(StandardCharsets.UTF_8);
    try {
      return new Payload(
          new PayloadHash(MessageDigest.getInstance("SHA-256").digest(bytes), 1, "benchmark"),
          bytes);
    } catch (java.security.NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** Rows as they would stand, past the statements that would have written them one by one. */
  void fillBehindTheWalls(int pending, int finished) throws SQLException {
    database.execute(
        """
        SET session_replication_role = replica;
        INSERT INTO sidegate.intent (
          operation, scope, effect, key, generation, state, version, attempts, last_attempt,
          max_attempts, deadline, policy_version, payload, payload_hash, payload_algorithm,
          payload_schema, opened_at, changed_at, queued, audit_sequence, audit_head)
        SELECT gen_random_uuid(), 'tenant-' || n %% 10, '%1$s',
          CASE WHEN n <= %2$d THEN 'pending:' ELSE 'finished:' END || n, 1,
          CASE WHEN n <= %2$d THEN 'AUTHORIZED' ELSE 'COMPLETED' END, 1,
          CASE WHEN n <= %2$d THEN 0 ELSE 1 END, CASE WHEN n <= %2$d THEN 0 ELSE 1 END,
          4, now() + interval '1 day', 1, 'payload', sha256('payload'), 1, 'benchmark', now(),
          now(), true, 1, ''
        FROM generate_series(1, %2$d + %3$d) n;
        INSERT INTO sidegate.effect_outbox (intent, effect, scope, not_before, state)
        SELECT operation, effect, scope, now(),
          CASE state WHEN 'AUTHORIZED' THEN 'PENDING' ELSE 'COMPLETED' END
        FROM sidegate.intent;
        """
            .formatted(EFFECT, pending, finished));
    database.execute("VACUUM ANALYZE sidegate.intent");
    database.execute("VACUUM ANALYZE sidegate.effect_outbox");
  }

  @Override
  public void close() {
    dispatcher.close();
    announcing.close();
    threads.shutdown();
    store.close();
    queueing.close();
  }

  private final class EmptyMethod implements QueuedMethod {
    private final EffectSpec effect =
        new EffectSpec(EFFECT, "benchmark", ProviderTerms.NONE, false, Optional.empty());

    @Override
    public EffectSpec effect() {
      return effect;
    }

    @Override
    public boolean queues() {
      return true;
    }

    @Override
    public boolean ready() {
      return true;
    }

    @Override
    public Dispatchable dispatchable() {
      return EFFECTS;
    }

    @Override
    public void forgetPolicy() {}

    @Override
    public CompletionStage<?> run(Dispatched dispatched, LeaseClock.Reading sentAt) {
      begun = System.nanoTime();
      store.settle(
          new SettleRequest(
              dispatched.claim(), new Settlement.Completed(null, null), List.of(), NOTHING));
      left.countDown();
      return CompletableFuture.<@Nullable Void>completedFuture(null);
    }

    @Override
    public void giveBack(Dispatched dispatched, String reason) {
      store.settle(
          new SettleRequest(
              dispatched.claim(), new Settlement.HandedBack(reason), List.of(), NOTHING));
    }
  }
}
