package dev.sidegate.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sidegate.engine.intent.ClaimOutcome;
import dev.sidegate.engine.intent.Claimed;
import dev.sidegate.engine.intent.EffectProposal;
import dev.sidegate.engine.intent.IntentState;
import dev.sidegate.engine.intent.LostClaimException;
import dev.sidegate.engine.intent.ProviderPromise;
import dev.sidegate.engine.intent.SettleOutcome;
import dev.sidegate.engine.world.OwnServer;
import dev.sidegate.engine.world.TestDatabase;
import dev.sidegate.engine.world.TestDatabase.Login;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Real servers, real copies of them, and what a JVM does when the other one answers. */
class FailoverTest {
  private static final ProviderPromise KEYED = new ProviderPromise(Duration.ofHours(24), false);
  private static final ProviderPromise IDEMPOTENT = new ProviderPromise(null, true);

  private final OwnServer primary = OwnServer.start();
  private final OwnServer standby = OwnServer.place();
  private final PostgresStore store = open();

  @BeforeEach
  void theStandbyHasTheEffectAndItsFirstIntent() {
    store.propose(new EffectProposal("refund", "com.acme.Refunds#refund", Set.of(), ""));
    Claimed first = Asking.granted(store.claim(Asking.claim("refund:first")));
    store.settle(Asking.settle(first, Asking.completed("done")));
    standby.becomeStandbyOf(primary);
  }

  @AfterEach
  void end() {
    store.close();
    standby.close();
    primary.close();
  }

  @Test
  void aClaimThatTheStandbyLacksIsAssertedAgainAsDoubtAndItsOwnEndSettlesIt() {
    Claimed lost = Asking.granted(store.claim(Asking.claim("refund:lost")));
    failOver();

    store.watch();
    assertThat(onStandby(lost.operation())).isEqualTo("UNKNOWN|1|1");
    assertThat(events(lost.operation()))
        .containsExactly("REASSERTED|null|PROCESSING", "REASSERTED|PROCESSING|UNKNOWN");
    assertThat(store.renew(List.of(lost), Asking.LEASE))
        .as("its body is told: nothing more may leave")
        .containsExactly(lost.owner());

    assertThat(stateAfter(store.settle(Asking.settle(lost, Asking.completed("done")))))
        .isEqualTo(IntentState.COMPLETED);
    assertThat(onStandby(lost.operation())).isEqualTo("COMPLETED|1|0");
  }

  @Test
  void aSettleFindsItsClaimAgainEvenBeforeTheTimerLooks() {
    Claimed lost = Asking.granted(store.claim(Asking.claim("refund:lost")));
    failOver();

    assertThat(stateAfter(store.settle(Asking.settle(lost, Asking.completed("done")))))
        .isEqualTo(IntentState.COMPLETED);
    assertThat(store.claim(Asking.claim("refund:lost"))).isInstanceOf(ClaimOutcome.Standing.class);
  }

  @Test
  void aSettleThatTheStandbyLacksIsMadeAgainWithItsResult() {
    Claimed claim = Asking.granted(store.claim(Asking.claim("refund:settled")));
    standby.becomeStandbyOf(primary);
    store.settle(Asking.settle(claim, Asking.completed("the result")));
    failOver();

    store.watch();

    assertThat(onStandby(claim.operation())).isEqualTo("COMPLETED|1|0");
    assertThat(store.claim(Asking.claim("refund:settled")))
        .isInstanceOfSatisfying(
            ClaimOutcome.Standing.class,
            standing -> assertThat(standing.intent().result()).asString().isEqualTo("the result"));
  }

  @Test
  void claimAndSettleThatTheStandbyLacksAreBothMadeAgain() {
    Claimed completed = call("refund:completed");
    Claimed failed = Asking.granted(store.claim(Asking.claim("refund:failed")));
    store.settle(Asking.settle(failed, Asking.retryable(Duration.ZERO)));
    Claimed again = Asking.granted(store.claim(Asking.claim("refund:failed")));
    failOver();

    store.watch();

    assertThat(onStandby(completed.operation())).isEqualTo("COMPLETED|1|0");
    assertThat(onStandby(again.operation()))
        .as("the second attempt may still run")
        .isEqualTo("UNKNOWN|2|1");
  }

  @Test
  void whereAnotherJvmWasFasterTheLostAttemptIsLateEvidenceAndOverwritesNothing() {
    Claimed lost = Asking.granted(store.claim(Asking.claim("refund:raced")));
    failOver();
    Claimed other;
    try (PostgresStore fresh = open()) {
      resume();
      other = Asking.granted(fresh.claim(Asking.claim("refund:raced")));
    }

    store.watch();
    assertThat(store.settle(Asking.settle(lost, Asking.completed("done"))))
        .isInstanceOf(SettleOutcome.Fenced.class);

    assertThat(onStandby(other.operation())).startsWith("PROCESSING");
    assertThat(
            standby
                .database()
                .query("SELECT intent, attempt, kind, receipt FROM sidegate.late_evidence"))
        .containsExactly(other.operation() + "|1|COMPLETED|receipt-1");
  }

  @Test
  void whatNoJvmRemembersIsReportedAndNotGuessed() {
    Claimed lost = Asking.granted(store.claim(Asking.claim("refund:lost")));
    failOver();
    try (PostgresStore withoutMemory = open()) {
      assertThatThrownBy(() -> withoutMemory.settle(Asking.settle(lost, Asking.completed("done"))))
          .isInstanceOf(LostClaimException.class)
          .hasMessageContaining(lost.operation().toString());
    }
  }

  @Test
  void afterAFailoverTheGateIsClosedByWhoeverComesFirstAndOnlyAPersonOpensIt() {
    failOver();
    // One without memories of the primary.
    open().close();
    assertThat(gate()).startsWith("f|agent|the database server changed: timeline 2");
    resume();

    store.watch();
    assertThat(gate())
        .as("this JVM misses nothing, and somebody acted before it noticed")
        .startsWith("t|");

    assertThat(
            standby
                .database()
                .query(
                    "SELECT kind, actor FROM sidegate.audit_event e"
                        + " JOIN sidegate.installation i ON e.chain = i.id ORDER BY sequence"))
        .containsExactly("FAILOVER|agent", "RESUMED_AFTER_FAILOVER|operator");
  }

  @Test
  void onlyWhatAProviderPromisedAboutGoesOnUntilAPersonHasLooked() {
    Claimed failed = Asking.granted(store.claim(Asking.claim("refund:to-be-retried")));
    store.settle(Asking.settle(failed, Asking.retryable(Duration.ZERO)));
    failOver();

    for (String key : List.of("refund:new", "refund:to-be-retried")) {
      assertThat(store.claim(Asking.claim(key)))
          .isInstanceOfSatisfying(
              ClaimOutcome.Stopped.class,
              stopped -> assertThat(stopped.reason()).contains("timeline 2 instead of 1"));
    }
    Asking.granted(store.claim(Asking.with(Asking.claim("refund:keyed"), KEYED)));
    Asking.granted(store.claim(Asking.with(Asking.claim("refund:set"), IDEMPOTENT)));
    assertThat(store.claim(Asking.claim("refund:first")))
        .as("what is finished is answered as ever")
        .isInstanceOf(ClaimOutcome.Standing.class);

    resume();
    Asking.granted(store.claim(Asking.claim("refund:new")));
    Asking.granted(store.claim(Asking.claim("refund:to-be-retried")));
  }

  @Test
  void aPromiseCountsOnlyForAttemptsThatWereAllMadeUnderIt() {
    Claimed unkeyed = Asking.granted(store.claim(Asking.claim("refund:once-unkeyed")));
    store.settle(Asking.settle(unkeyed, Asking.retryable(Duration.ZERO)));
    failOver();

    assertThat(store.claim(Asking.with(Asking.claim("refund:once-unkeyed"), KEYED)))
        .isInstanceOf(ClaimOutcome.Stopped.class);
  }

  @Test
  void withoutItsRowTheGateIsClosed() {
    primary.database().execute("DELETE FROM sidegate.failover_gate");
    assertThat(store.claim(Asking.claim("refund:new"))).isInstanceOf(ClaimOutcome.Stopped.class);
  }

  @Test
  void aPromotionOfASynchronousStandbyClosesNothing() {
    standby.startAgain();
    primary.waitForSynchronousStandby();
    store.watch();
    Claimed claim = Asking.granted(store.claim(Asking.claim("refund:synchronous")));
    primary.kill();
    standby.promote();

    store.watch();

    assertThat(onStandby(claim.operation())).startsWith("PROCESSING");
    assertThat(gate()).startsWith("t|");
    assertThat(stateAfter(store.settle(Asking.settle(claim, Asking.completed("done")))))
        .isEqualTo(IntentState.COMPLETED);
  }

  @Test
  void aRestoreFromAnOlderCopyOnTheSameTimelineIsNoticed() {
    primary.stop();
    OwnServer copy = primary.copy();
    primary.startAgain();
    Claimed lost = call("refund:lost");
    primary.stop();
    primary.setBackTo(copy);
    primary.startAgain();

    store.watch();

    assertThat(on(primary, lost.operation())).isEqualTo("COMPLETED|1|0");
    assertThat(gate(primary)).startsWith("f|agent|").contains("older copy");
  }

  @Test
  void aRestartThatLosesNothingClosesNothing() {
    Claimed claim = Asking.granted(store.claim(Asking.claim("refund:restarted")));
    primary.kill();
    primary.startAgain();

    store.watch();

    assertThat(on(primary, claim.operation())).startsWith("PROCESSING");
    assertThat(gate(primary)).startsWith("t|");
  }

  @Test
  void aStandbyIsNotAsked() {
    standby.startAgain();
    StoreSettings settings =
        StoreSettings.of(
            standby.database().jdbcUrl(),
            standby.database().user(Login.AGENT),
            standby.database().password(Login.AGENT));
    try (PostgresStore onTheStandby = PostgresStore.open(settings)) {
      assertThatThrownBy(onTheStandby::watch).hasMessageContaining("is a standby");
    }
  }

  private void failOver() {
    primary.kill();
    standby.startAgain();
    standby.promote();
  }

  private void resume() {
    TestDatabase database = standby.database();
    try (OperatorStore operator =
        OperatorStore.open(
            StoreSettings.of(
                database.jdbcUrl(),
                database.user(Login.OPERATOR),
                database.password(Login.OPERATOR)))) {
      operator.resumeAfterFailover("compared with the provider");
    }
  }

  private Claimed call(String key) {
    Claimed claim = Asking.granted(store.claim(Asking.claim(key)));
    store.settle(Asking.settle(claim, Asking.completed("done")));
    return claim;
  }

  private static IntentState stateAfter(SettleOutcome outcome) {
    assertThat(outcome).isInstanceOf(SettleOutcome.Settled.class);
    return ((SettleOutcome.Settled) outcome).intent().state();
  }

  /** State, attempts and unresolved ones. */
  private String onStandby(UUID operation) {
    return on(standby, operation);
  }

  private static String on(OwnServer server, UUID operation) {
    return server
        .database()
        .query(
            "SELECT state, attempts, unresolved FROM sidegate.intent WHERE operation = '"
                + operation
                + "'")
        .get(0);
  }

  private List<String> events(UUID operation) {
    return standby
        .database()
        .query(
            "SELECT kind, from_state, to_state FROM sidegate.audit_event WHERE chain = '"
                + operation
                + "' ORDER BY sequence");
  }

  private String gate() {
    return gate(standby);
  }

  /** Open, by whom, why. */
  private static String gate(OwnServer server) {
    return server
        .database()
        .query("SELECT open, changed_by, reason FROM sidegate.failover_gate")
        .get(0);
  }

  private PostgresStore open() {
    TestDatabase database = primary.database();
    return PostgresStore.open(
        StoreSettings.of(
            "jdbc:postgresql://"
                + primary.address()
                + ","
                + standby.address()
                + "/"
                + database.name()
                + "?targetServerType=primary",
            database.user(Login.AGENT),
            database.password(Login.AGENT)));
  }
}
