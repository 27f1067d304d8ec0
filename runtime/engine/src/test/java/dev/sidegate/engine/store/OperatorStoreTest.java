package dev.sidegate.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.sidegate.engine.intent.ClaimOutcome;
import dev.sidegate.engine.intent.Claimed;
import dev.sidegate.engine.intent.IntentState;
import dev.sidegate.engine.intent.SettleOutcome;
import dev.sidegate.engine.intent.StoreUnavailableException;
import dev.sidegate.engine.world.TestDatabase.Login;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OperatorStoreTest {
  private static final StoreWorld WORLD = new StoreWorld();

  private OperatorStore operator;

  @BeforeEach
  void logIn() {
    operator = WORLD.openOperator();
  }

  @AfterEach
  void logOut() {
    operator.close();
  }

  @AfterAll
  static void end() {
    WORLD.close();
  }

  @Test
  void aListShowsTheNewestFirstAndAHistoryShowsEverything() {
    Claimed claim = Asking.granted(WORLD.store.claim(Asking.claim("refund:list-1")));
    WORLD.store.settle(Asking.settle(claim, Asking.completed("done")));
    Claimed second = Asking.granted(WORLD.store.claim(Asking.claim("refund:list-2")));

    assertThat(operator.list(null, null, 2))
        .extracting(IntentRecord::operation)
        .containsExactly(second.operation(), claim.operation());
    assertThat(operator.list(IntentState.COMPLETED, null, 1))
        .extracting(IntentRecord::receipt)
        .containsExactly("receipt-1");
    assertThat(operator.inFlight())
        .extracting(BodyInFlight::operation)
        .contains(second.operation())
        .doesNotContain(claim.operation());

    IntentHistory history = operator.history(claim.operation()).orElseThrow();
    assertThat(history.attempts())
        .singleElement()
        .satisfies(
            attempt -> {
              assertThat(attempt.state()).isEqualTo("COMPLETED");
              assertThat(attempt.actor()).isEqualTo("agent");
              assertThat(attempt.endedAt()).isNotNull();
            });
    assertThat(history.events())
        .extracting(AuditEvent::kind, AuditEvent::toState, AuditEvent::actor)
        .containsExactly(
            tuple("CLAIMED", "PROCESSING", "agent"), tuple("COMPLETED", "COMPLETED", "agent"));
    assertThat(operator.history(UUID.randomUUID())).isEmpty();
  }

  @Test
  void aDoubtThatAPersonCallsAppliedIsCompletedWithItsReceipt() {
    IntentRecord doubt = doubt("refund:applied");
    Decision decision =
        new Decision(
            UUID.randomUUID(),
            doubt.operation(),
            doubt.version(),
            new Decision.Applied("re_42"),
            "seen in the provider's dashboard");

    assertThat(operator.decide(decision)).isInstanceOf(DecisionOutcome.Decided.class);
    assertThat(operator.decide(decision)).isInstanceOf(DecisionOutcome.Decided.class);

    assertThat(WORLD.store.claim(Asking.claim("refund:applied")))
        .isInstanceOfSatisfying(
            ClaimOutcome.Standing.class,
            standing -> {
              assertThat(standing.intent().state()).isEqualTo(IntentState.COMPLETED);
              assertThat(standing.intent().receipt()).isEqualTo("re_42");
            });
    assertThat(operator.history(doubt.operation()).orElseThrow().events())
        .extracting(AuditEvent::kind)
        .containsExactly("CLAIMED", "DOUBT", "DECIDED_APPLIED");
  }

  @Test
  void aDoubtThatAPersonCallsNotAppliedMayBeTriedAgain() {
    IntentRecord doubt = doubt("refund:not-applied");

    assertThat(operator.decide(decision(doubt, new Decision.NotApplied())))
        .isInstanceOf(DecisionOutcome.Decided.class);

    assertThat(Asking.granted(WORLD.store.claim(Asking.claim("refund:not-applied"))).attempt())
        .isEqualTo(2);
  }

  @Test
  void anAbandonedDoubtStaysForEver() {
    IntentRecord doubt = doubt("refund:abandoned");

    assertThat(operator.decide(decision(doubt, new Decision.Abandon())))
        .isInstanceOf(DecisionOutcome.Decided.class);

    assertThat(WORLD.store.claim(Asking.claim("refund:abandoned")))
        .isInstanceOfSatisfying(
            ClaimOutcome.Standing.class,
            standing -> assertThat(standing.intent().state()).isEqualTo(IntentState.ABANDONED));
  }

  @Test
  void aDecisionAboutAnOlderVersionMovesNothing() {
    IntentRecord doubt = doubt("refund:moved");
    operator.decide(decision(doubt, new Decision.NotApplied()));

    assertThat(operator.decide(decision(doubt, new Decision.Applied("re_1"))))
        .isInstanceOfSatisfying(
            DecisionOutcome.Moved.class,
            moved -> assertThat(moved.intent().state()).isEqualTo(IntentState.FAILED_RETRYABLE));

    IntentRecord other = doubt("refund:moved-but-in-doubt");
    assertThat(
            operator.decide(
                new Decision(
                    UUID.randomUUID(),
                    other.operation(),
                    other.version() - 1,
                    new Decision.Applied("re_1"),
                    "an old page")))
        .isInstanceOf(DecisionOutcome.Moved.class);
    assertThat(WORLD.state(other.operation())).isEqualTo("UNKNOWN");
  }

  @Test
  void aDecisionsIdServesOnce() {
    IntentRecord first = doubt("refund:id-1");
    IntentRecord second = doubt("refund:id-2");
    Decision decision = decision(first, new Decision.Abandon());
    operator.decide(decision);

    Decision stolen =
        new Decision(
            decision.id(), second.operation(), second.version(), decision.verdict(), "again");
    assertThat(operator.decide(stolen)).isInstanceOf(DecisionOutcome.OtherDecision.class);
    assertThat(WORLD.state(second.operation())).isEqualTo("UNKNOWN");
  }

  @Test
  void aRunningIntentIsNotDecidedAboutAndAnUnknownOneIsNotFound() {
    Claimed claim = Asking.granted(WORLD.store.claim(Asking.claim("refund:running")));

    assertThat(
            operator.decide(
                new Decision(
                    UUID.randomUUID(),
                    claim.operation(),
                    claim.version(),
                    new Decision.NotApplied(),
                    "impatient")))
        .isInstanceOf(DecisionOutcome.Moved.class);
    UUID nowhere = UUID.randomUUID();
    assertThat(
            operator.decide(
                new Decision(UUID.randomUUID(), nowhere, 1, new Decision.Abandon(), "lost")))
        .isEqualTo(new DecisionOutcome.NotFound(nowhere));
  }

  @Test
  void aLateResultAfterADecisionIsKeptAndMovesNothing() {
    Claimed claim = Asking.granted(WORLD.store.claim(Asking.claim("refund:late")));
    WORLD.endLease(claim.operation());
    WORLD.store.sweep();
    WORLD.store.claim(Asking.claim("refund:late"));
    IntentRecord doubt = operator.history(claim.operation()).orElseThrow().intent();
    operator.decide(decision(doubt, new Decision.Abandon()));

    assertThat(WORLD.store.settle(Asking.settle(claim, Asking.completed("late"))))
        .isInstanceOf(SettleOutcome.Fenced.class);

    assertThat(operator.history(claim.operation()).orElseThrow())
        .satisfies(
            history -> {
              assertThat(history.intent().state()).isEqualTo(IntentState.ABANDONED);
              assertThat(history.lateEvidence())
                  .singleElement()
                  .satisfies(
                      late -> {
                        assertThat(late.kind()).isEqualTo("COMPLETED");
                        assertThat(late.receipt()).isEqualTo("receipt-1");
                      });
            });
  }

  @Test
  void aStoppedEffectIsNotClaimedAndAFinishedOneStillAnswers() {
    Claimed finished = Asking.granted(WORLD.store.claim(Asking.claim("refund:finished")));
    WORLD.store.settle(Asking.settle(finished, Asking.completed("done")));
    Claimed running = Asking.granted(WORLD.store.claim(Asking.claim("refund:in-flight")));

    assertThat(operator.stop(new SwitchTarget("refund", SwitchTarget.EVERY), "provider is ill"))
        .extracting(BodyInFlight::operation)
        .contains(running.operation());

    assertThat(WORLD.store.claim(Asking.claim("refund:stopped")))
        .isEqualTo(new ClaimOutcome.Stopped("provider is ill"));
    assertThat(WORLD.store.claim(Asking.claim("refund:finished")))
        .isInstanceOf(ClaimOutcome.Standing.class);
    assertThat(operator.switches())
        .extracting(KillSwitch::changedBy, KillSwitch::reason)
        .contains(tuple("operator", "provider is ill"));

    operator.resume(new SwitchTarget("refund", SwitchTarget.EVERY), "provider is well");
    Asking.granted(WORLD.store.claim(Asking.claim("refund:stopped")));
  }

  @Test
  void stopReturnsOnlyWhenClaimsWithAnOlderSnapshotHaveEnded() throws Exception {
    SwitchTarget target = new SwitchTarget("other-effect", SwitchTarget.EVERY);
    try (Connection claimer = WORLD.database.connect(Login.AGENT);
        Statement statement = claimer.createStatement()) {
      statement.execute("SET application_name = 'sidegate'");
      claimer.setAutoCommit(false);
      // What a claim does first, stretched: read the switch, commit later.
      statement.execute("SELECT FROM sidegate.kill_switch");
      WORLD.database.execute("SELECT pg_stat_statements_reset()");
      CompletableFuture<Void> stop =
          CompletableFuture.runAsync(() -> operator.stop(target, "stretched claim"));
      awaitThirdLookOrEnd(stop);

      assertThat(stop).isNotDone();
      assertThat(WORLD.database.query("SELECT effect FROM sidegate.kill_switch WHERE NOT enabled"))
          .as("it is closed for everybody else while it waits")
          .contains(target.effect());
      claimer.commit();
      stop.get(10, TimeUnit.SECONDS);
    }
  }

  @Test
  void stopDoesNotWaitForABackup() throws Exception {
    try (Connection backup = WORLD.database.connect(Login.READER);
        Statement statement = backup.createStatement()) {
      backup.setAutoCommit(false);
      statement.execute("SELECT FROM sidegate.kill_switch");

      assertThat(operator.stop(new SwitchTarget("unused", SwitchTarget.EVERY), "at night"))
          .isEmpty();
      backup.rollback();
    }
  }

  @Test
  void aReaderMayLookAndDecideNothing() {
    IntentRecord doubt = doubt("refund:reader");
    try (OperatorStore reader = OperatorStore.open(WORLD.settings(Login.READER))) {
      assertThat(reader.history(doubt.operation())).isPresent();
      assertThatThrownBy(() -> reader.decide(decision(doubt, new Decision.Abandon())))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("permission denied");
      assertThatThrownBy(() -> reader.stop(SwitchTarget.EVERYTHING, "curious"))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("permission denied");
    }
  }

  private IntentRecord doubt(String key) {
    Claimed claim = Asking.granted(WORLD.store.claim(Asking.claim(key)));
    WORLD.store.settle(Asking.settle(claim, Asking.doubt()));
    return operator.history(claim.operation()).orElseThrow().intent();
  }

  private static Decision decision(IntentRecord intent, Decision.Verdict verdict) {
    return new Decision(
        UUID.randomUUID(), intent.operation(), intent.version(), verdict, "looked it up");
  }

  /** Whoever only looked once did not wait. */
  private static void awaitThirdLookOrEnd(CompletableFuture<Void> stop) {
    String looks =
        "SELECT coalesce(sum(calls), 0) >= 3 FROM pg_stat_statements s"
            + " JOIN pg_database d ON d.oid = s.dbid AND d.datname = current_database()"
            + " WHERE query LIKE '%virtualtransaction%'";
    while (!stop.isDone() && !WORLD.database.query(looks).equals(List.of("t"))) {
      Thread.onSpinWait();
    }
  }
}
