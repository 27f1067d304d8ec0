package dev.sidegate.engine.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sidegate.EffectHeldException;
import dev.sidegate.engine.Engine;
import dev.sidegate.engine.approval.Decider;
import dev.sidegate.engine.approval.Vote;
import dev.sidegate.engine.approval.VoteOutcome;
import dev.sidegate.engine.approval.Withdrawal;
import dev.sidegate.engine.door.Weaving;
import dev.sidegate.engine.settings.Settings;
import dev.sidegate.engine.store.ApproverStore;
import dev.sidegate.engine.store.Decision;
import dev.sidegate.engine.store.DecisionOutcome;
import dev.sidegate.engine.store.OperatorStore;
import dev.sidegate.engine.store.StoreSettings;
import dev.sidegate.engine.target.Targets;
import dev.sidegate.engine.world.PostgresServer;
import dev.sidegate.engine.world.TestDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;

/** A database, programs with an engine and a courier each, and people. */
final class CourierWorld implements AutoCloseable {
  final TestDatabase database = PostgresServer.shared().freshDatabase();
  final Courier.Counting street = new Courier.Counting();
  private final Path directory;
  private final List<Engine> engines = new ArrayList<>();

  /** An engine holds its target weakly, as a program's own references are what keeps it. */
  private final List<Courier> couriers = new ArrayList<>();

  CourierWorld(Path directory) {
    this.directory = directory;
  }

  /** A program of its own, with its courier. */
  Courier program(String... settings) {
    Courier courier = new Courier(engine(settings).door(), street).counted();
    couriers.add(courier);
    return courier;
  }

  /** A program that only calls: it has no object on which a queued call could run. */
  Courier caller(String... settings) {
    return new Courier(engine(settings).door(), street);
  }

  Engine engine(String... settings) {
    Engine engine = Engine.start(settings(settings), Weaving.NONE, new Targets());
    engines.add(engine);
    return engine;
  }

  /** Every program ends. */
  void end() {
    engines.forEach(Engine::close);
    engines.clear();
  }

  private Settings settings(String... more) {
    Properties properties = new Properties();
    properties.setProperty("sidegate.jdbc.url", database.jdbcUrl());
    properties.setProperty("sidegate.jdbc.user", database.user(TestDatabase.Login.AGENT));
    properties.setProperty("sidegate.jdbc.password", database.password(TestDatabase.Login.AGENT));
    properties.setProperty(
        "sidegate.journal.directory", directory.resolve("journal" + engines.size()).toString());
    properties.setProperty("sidegate.effects.recall.approval.window", "1s");
    properties.setProperty("sidegate.outbox.poll-interval", "100ms");
    for (int i = 0; i < more.length; i += 2) {
      properties.setProperty(more[i], more[i + 1]);
    }
    return Settings.load(properties, Map.of());
  }

  /** A call that is held; answers its operation. */
  static UUID held(Call call) {
    return UUID.fromString(String.valueOf(heldCall(call).operation()));
  }

  static EffectHeldException heldCall(Call call) {
    try {
      Object result = call.run();
      throw new AssertionError("not held: " + result);
    } catch (EffectHeldException held) {
      return held;
    } catch (Throwable other) {
      throw new AssertionError(other);
    }
  }

  void approve(UUID operation) {
    assertThat(vote(operation).verdict()).isEqualTo(VoteOutcome.Verdict.DECIDED);
  }

  VoteOutcome vote(UUID operation) {
    try (ApproverStore alice = approver()) {
      return alice.vote(
          new Vote(UUID.randomUUID(), operation, null, null, true, null, null, Decider.LOGIN));
    }
  }

  ApproverStore approver() {
    database.execute(
        """
        DO $$ BEGIN CREATE ROLE sidegate_approver_finance NOLOGIN IN ROLE sidegate_approver;
        EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
        DO $$ BEGIN CREATE ROLE alice LOGIN PASSWORD 'test';
        EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
        GRANT sidegate_approver_finance TO alice
        """);
    return ApproverStore.open(StoreSettings.of(database.jdbcUrl(), "alice", "test"));
  }

  void withdraw(UUID operation) {
    try (ApproverStore alice = approver()) {
      assertThat(
              alice
                  .withdraw(new Withdrawal(UUID.randomUUID(), operation, null, "not now"))
                  .verdict())
          .isEqualTo(Withdrawal.Verdict.DECIDED);
    }
  }

  /** A person releases what is held. */
  void grant(UUID operation) {
    try (OperatorStore operator =
        OperatorStore.open(
            StoreSettings.of(
                database.jdbcUrl(),
                database.user(TestDatabase.Login.OPERATOR),
                database.password(TestDatabase.Login.OPERATOR)))) {
      long seen = operator.history(operation).orElseThrow().intent().version();
      assertThat(
              operator.decide(
                  new Decision(
                      UUID.randomUUID(),
                      operation,
                      seen,
                      new Decision.Grant(1, Duration.ofMinutes(15)),
                      "mended")))
          .isInstanceOf(DecisionOutcome.Decided.class);
    }
  }

  /** Waits until a thread waits. */
  static void awaitWaiting(Thread thread) {
    await()
        .atMost(Duration.ofMinutes(1))
        .until(
            () ->
                thread.getState() == Thread.State.TIMED_WAITING
                    || thread.getState() == Thread.State.WAITING);
  }

  void stop() {
    database.execute(
        "INSERT INTO sidegate.kill_switch (effect, scope, enabled, reason)"
            + " VALUES ('pay', '*', false, 'test'), ('send', '*', false, 'test')");
  }

  void resume() {
    past("DELETE FROM sidegate.kill_switch WHERE effect <> '*'");
  }

  void past(String sql) {
    database.execute("SET session_replication_role = replica; " + sql);
  }

  /** State, hold reason and entry. */
  String standing(UUID operation) {
    return database
        .query(
            "SELECT i.state, i.hold_reason, o.state FROM sidegate.intent i"
                + " LEFT JOIN sidegate.effect_outbox o ON o.intent = i.operation"
                + " WHERE i.operation = '"
                + operation
                + "'")
        .get(0);
  }

  void awaitStanding(UUID operation, String standing) {
    await()
        .atMost(Duration.ofMinutes(1))
        .pollInterval(Duration.ofMillis(20))
        .untilAsserted(() -> assertThat(standing(operation)).isEqualTo(standing));
  }

  void awaitCompleted(UUID operation) {
    awaitStanding(operation, "COMPLETED|null|COMPLETED");
  }

  @Override
  public void close() {
    end();
  }

  /** A guarded call. */
  @FunctionalInterface
  interface Call {
    Object run() throws Throwable;
  }
}
