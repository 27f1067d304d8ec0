package dev.sidegate.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.sidegate.Attempt;
import dev.sidegate.CallScope;
import dev.sidegate.EffectCompletedException;
import dev.sidegate.EffectConflictException;
import dev.sidegate.EffectFailedException;
import dev.sidegate.EffectFailure;
import dev.sidegate.EffectHeldException;
import dev.sidegate.EffectInProgressException;
import dev.sidegate.EffectStoppedException;
import dev.sidegate.EffectUnavailableException;
import dev.sidegate.Executed;
import dev.sidegate.FailureClass;
import dev.sidegate.OutcomeUnknownException;
import dev.sidegate.RetryAdvice;
import dev.sidegate.Sidegate;
import dev.sidegate.TypeRef;
import dev.sidegate.engine.settings.Settings;
import dev.sidegate.engine.world.PostgresServer;
import dev.sidegate.engine.world.TestDatabase;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Guarded lambdas against a real database; the provider is a list that counts. */
class EngineTest {
  @TempDir Path directory;

  private final List<String> provider = new ArrayList<>();
  private TestDatabase database;
  private Engine engine;

  @BeforeEach
  void start() {
    database = PostgresServer.shared().freshDatabase();
    engine = Engine.install(settings());
  }

  @AfterEach
  void stop() {
    engine.close();
  }

  record Refund(String order, BigDecimal amount) {}

  record Receipt(String id, Instant at, Optional<String> note) {}

  @Test
  void theSecondCallGetsTheFirstCallsResult() throws Exception {
    Refund refund = new Refund("A7", new BigDecimal("12.50"));

    assertThat(refund("A7", refund)).isEqualTo("booked A7");
    assertThat(refund("A7", refund)).isEqualTo("booked A7");
    assertThat(provider).containsExactly("A7");
  }

  @Test
  void resultsOfEveryKindComeBackAsTheyWereStored() throws Exception {
    List<Receipt> receipts =
        List.of(
            new Receipt("r1", Instant.parse("2026-11-30T10:00:00Z"), Optional.of("paid")),
            new Receipt("r2", Instant.EPOCH, Optional.empty()));

    for (int call = 0; call < 2; call++) {
      assertThat(
              Sidegate.effect("list")
                  .key("list:{}", 1)
                  .payload(null)
                  .returning(new TypeRef<List<Receipt>>() {})
                  .call(() -> receipts))
          .isEqualTo(receipts);
      assertThat(
              Sidegate.effect("none")
                  .key("none:{}", 1)
                  .payload(null)
                  .returning(new TypeRef<Optional<String>>() {})
                  .call(Optional::empty))
          .isEmpty();
      assertThat(
              Sidegate.effect("null")
                  .key("null:{}", 1)
                  .payload(null)
                  .returning(String.class)
                  .call(() -> null))
          .isNull();
    }
  }

  @Test
  void aBodyWithoutAResultRunsOnce() {
    for (int call = 0; call < 3; call++) {
      Sidegate.effect("mail").key("mail:{}", 1).payload("hello").run(() -> provider.add("mail"));
    }
    assertThat(provider).containsExactly("mail");
  }

  @Test
  void theSameKeyWithAnotherPayloadIsRefused() throws Exception {
    refund("A7", new Refund("A7", new BigDecimal("12.50")));

    assertThatThrownBy(() -> refund("A7", new Refund("A7", new BigDecimal("99.00"))))
        .isInstanceOfSatisfying(
            EffectConflictException.class,
            conflict -> {
              assertThat(conflict.executed()).isEqualTo(Executed.NO);
              assertThat(conflict.retry()).isEqualTo(RetryAdvice.WITH_CHANGES);
            });
    assertThat(provider).containsExactly("A7");
  }

  @Test
  void anEqualPayloadWithAnotherScaleIsTheSameWish() throws Exception {
    refund("A7", new Refund("A7", new BigDecimal("12.5")));
    refund("A7", new Refund("A7", new BigDecimal("12.50")));

    assertThat(provider).containsExactly("A7");
  }

  @Test
  void aTimeoutIsDoubtAndTheBodyNeverRunsAgainByItself() {
    OutcomeUnknownException first =
        catchThrowableOfType(
            OutcomeUnknownException.class,
            () -> failing("A7", new SocketTimeoutException("Read timed out")));

    assertThat(first).hasCauseInstanceOf(SocketTimeoutException.class);
    assertThat(first.toToolResult())
        .contains("\"status\":\"unknown\",\"executed\":\"unknown\"")
        .doesNotContainIgnoringCase("timed out")
        .doesNotContainIgnoringCase("failed");
    assertThatThrownBy(() -> failing("A7", new IOException("again")))
        .isInstanceOf(OutcomeUnknownException.class);
    assertThat(provider).containsExactly("A7");
    assertThat(database.query("SELECT state FROM sidegate.intent")).containsExactly("UNKNOWN");
  }

  @Test
  void aRefusalThatTheBodyKnowsOfIsToldAsItIs() {
    EffectFailure refusal = EffectFailure.notApplied(FailureClass.PERMANENT, "account closed");

    assertThatThrownBy(() -> failing("A7", refusal)).isSameAs(refusal);
    assertThatThrownBy(() -> failing("A7", refusal))
        .isInstanceOfSatisfying(
            EffectFailedException.class,
            failed -> {
              assertThat(failed.failure()).isEqualTo(EffectFailure.class.getName());
              assertThat(failed.reason()).isEqualTo("account closed");
              assertThat(failed.executed()).isEqualTo(Executed.NO);
            });
    assertThat(provider).containsExactly("A7");
  }

  @Test
  void aReceiptProvesTheEffectEvenIfTheBodyThrowsAfterIt() {
    Callable<String> body =
        () -> {
          provider.add("A7");
          Attempt.current().receipt("re_1");
          throw new IOException("after the fact");
        };
    assertThatThrownBy(() -> call("A7", body))
        .isInstanceOfSatisfying(
            EffectCompletedException.class,
            completed -> assertThat(completed.receipt()).isEqualTo("re_1"))
        .hasCauseInstanceOf(IOException.class);
    assertThatThrownBy(() -> call("A7", body)).isInstanceOf(EffectCompletedException.class);
    assertThat(provider).hasSize(1);
  }

  @Test
  void tenConcurrentCallersRunTheBodyOnce() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch answered = new CountDownLatch(9);
    ExecutorService callers = Executors.newFixedThreadPool(10);
    try {
      List<Future<Object>> answers = new ArrayList<>();
      for (int caller = 0; caller < 10; caller++) {
        answers.add(
            callers.submit(
                () -> {
                  try {
                    return call(
                        "A7",
                        () -> {
                          runs.incrementAndGet();
                          begun.countDown();
                          answered.await();
                          return "booked";
                        });
                  } catch (EffectHeldException held) {
                    answered.countDown();
                    return held;
                  }
                }));
      }
      begun.await();
      int booked = 0;
      for (Future<Object> answer : answers) {
        if (answer.get() instanceof EffectInProgressException) {
          continue;
        }
        assertThat(answer.get()).isEqualTo("booked");
        booked++;
      }
      assertThat(booked).isEqualTo(1);
      assertThat(runs).hasValue(1);
    } finally {
      callers.shutdownNow();
    }
  }

  @Test
  void eachTenantHasItsOwnKeys() throws Exception {
    CallScope.tenant("acme").run(() -> provider.add(quietly("A7")));
    CallScope.tenant("globex").run(() -> provider.add(quietly("A7")));

    assertThat(database.query("SELECT scope FROM sidegate.intent ORDER BY 1"))
        .containsExactly("acme", "globex");
  }

  @Test
  void aCallOfItsOwnKeyInsideItsBodyIsRefusedAtOnce() {
    assertThatThrownBy(() -> call("A7", () -> call("A7", () -> "inner")))
        .isInstanceOf(OutcomeUnknownException.class)
        .hasCauseInstanceOf(EffectInProgressException.class);
  }

  @Test
  void aClosedKillSwitchStopsTheCall() {
    database.execute(
        "UPDATE sidegate.kill_switch SET enabled = false, reason = 'incident 7',"
            + " changed_at = clock_timestamp(), changed_by = session_user");

    assertThatThrownBy(() -> call("A7", () -> "never"))
        .isInstanceOfSatisfying(
            EffectStoppedException.class,
            stopped -> assertThat(stopped.reason()).isEqualTo("incident 7"));
  }

  @Test
  void aMissingKillSwitchRowIsClosed() {
    database.execute("DELETE FROM sidegate.kill_switch");

    assertThatThrownBy(() -> call("A7", () -> "never")).isInstanceOf(EffectStoppedException.class);
  }

  @Test
  void aValueThatCannotStandInAKeyClaimsNothing() {
    assertThatThrownBy(() -> refund(" A7 ", new Refund("A7", BigDecimal.ONE)))
        .isInstanceOfSatisfying(
            EffectFailedException.class,
            failed -> assertThat(failed.retry()).isEqualTo(RetryAdvice.WITH_CHANGES));
    assertThat(database.query("SELECT * FROM sidegate.intent")).isEmpty();
  }

  @Test
  void theActionKeyIsTheSameOnEveryAttempt() {
    List<String> keys = new ArrayList<>();
    Callable<String> body =
        () -> {
          keys.add(Attempt.current().actionKey());
          throw EffectFailure.notApplied(FailureClass.TRANSIENT_BEFORE_WRITE, "connection refused");
        };
    assertThatThrownBy(() -> call("A7", body)).isInstanceOf(EffectFailure.class);
    database.execute("UPDATE sidegate.intent SET next_try_at = clock_timestamp()");
    assertThatThrownBy(() -> call("A7", body)).isInstanceOf(EffectFailure.class);

    assertThat(keys).hasSize(2).allMatch(keys.get(0)::equals);
  }

  @Test
  void anAttemptEndsWithItsBody() throws Exception {
    List<Attempt> kept = new ArrayList<>();
    call(
        "A7",
        () -> {
          kept.add(Attempt.current());
          return "done";
        });

    assertThatThrownBy(() -> kept.get(0).receipt("late")).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(Attempt::current).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aGuardedCallClaimsAndSettlesAndAReplayOnlyClaims() throws Exception {
    call("A7", () -> "booked");
    assertThat(claimsAndSettles()).isEqualTo("2");

    call("A7", () -> "never");
    assertThat(claimsAndSettles()).isEqualTo("3");
  }

  @Test
  void aResultSurvivesADatabaseThatGoesAwayDuringTheBody() throws Exception {
    String result =
        call(
            "A7",
            () -> {
              takeAway(database);
              return "booked";
            });
    assertThat(result).isEqualTo("booked");
    assertThat(directory).isDirectoryContaining("glob:**.journal");

    bringBack(database);
    awaitState("COMPLETED");
    assertThat(call("A7", () -> "never")).isEqualTo("booked");
  }

  @Test
  void withoutTheDatabaseACallIsRefusedAndRunsOnceItIsBack() throws Exception {
    call("warm", () -> "up");
    takeAway(database);
    assertThatThrownBy(() -> call("A7", () -> "never"))
        .isInstanceOfSatisfying(
            EffectUnavailableException.class,
            unavailable -> assertThat(unavailable.executed()).isEqualTo(Executed.NO));

    bringBack(database);
    assertThat(call("A7", () -> "booked")).isEqualTo("booked");
  }

  @Test
  void aJvmHasOneEngine() {
    assertThatThrownBy(() -> Engine.install(settings()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("already");
  }

  /** By the names of their parameters; what a new connection asks is not among them. */
  private String claimsAndSettles() {
    return database
        .query(
            "SELECT coalesce(sum(calls), 0) FROM pg_stat_statements s JOIN pg_database d"
                + " ON d.oid = s.dbid WHERE d.datname = current_database()"
                + " AND (query LIKE '%deadline_millis%' OR query LIKE '%delay_millis%')")
        .get(0);
  }

  private static void takeAway(TestDatabase database) {
    TestDatabase server = new TestDatabase(database.port(), "postgres");
    server.execute("ALTER DATABASE " + database.name() + " ALLOW_CONNECTIONS false");
    server.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '"
            + database.name()
            + "'");
  }

  private static void bringBack(TestDatabase database) {
    new TestDatabase(database.port(), "postgres")
        .execute("ALTER DATABASE " + database.name() + " ALLOW_CONNECTIONS true");
  }

  private void awaitState(String state) {
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () ->
                assertThat(database.query("SELECT state FROM sidegate.intent"))
                    .containsExactly(state));
  }

  private String refund(String order, Refund refund) throws Exception {
    return Sidegate.effect("refund")
        .key("refund:{}", order)
        .payload(refund)
        .returning(String.class)
        .call(
            () -> {
              provider.add(order);
              return "booked " + order;
            });
  }

  private String failing(String order, Exception thrown) throws Exception {
    return call(
        order,
        () -> {
          provider.add(order);
          throw thrown;
        });
  }

  private static String call(String order, Callable<String> body) throws Exception {
    return Sidegate.effect("refund")
        .key("refund:{}", order)
        .payload(order)
        .returning(String.class)
        .call(body);
  }

  private static String quietly(String order) {
    try {
      return call(order, () -> "booked");
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private Settings settings() {
    Properties properties = new Properties();
    properties.setProperty("sidegate.jdbc.url", database.jdbcUrl());
    properties.setProperty("sidegate.jdbc.user", database.user(TestDatabase.Login.AGENT));
    properties.setProperty("sidegate.jdbc.password", database.password(TestDatabase.Login.AGENT));
    properties.setProperty("sidegate.journal.directory", directory.toString());
    properties.setProperty("sidegate.effects.refund.retry.patience", "0s");
    return Settings.load(properties, Map.of());
  }
}
