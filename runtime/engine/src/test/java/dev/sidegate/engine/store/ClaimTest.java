package dev.sidegate.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.engine.intent.Budget;
import dev.sidegate.engine.intent.ClaimOutcome;
import dev.sidegate.engine.intent.ClaimRequest;
import dev.sidegate.engine.intent.Claimed;
import dev.sidegate.engine.intent.IntentKey;
import dev.sidegate.engine.intent.IntentSnapshot;
import dev.sidegate.engine.intent.IntentState;
import dev.sidegate.engine.intent.SettleOutcome;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class ClaimTest {
  private static final StoreWorld WORLD = new StoreWorld();

  private final PostgresStore store = WORLD.store;

  @AfterAll
  static void end() {
    WORLD.close();
  }

  @Test
  void aFirstClaimIsGrantedAndItsResultAnswersTheSecond() {
    Claimed claim = Asking.granted(store.claim(Asking.claim("refund:1")));

    assertThat(store.settle(Asking.settle(claim, Asking.completed("done"))))
        .isInstanceOf(SettleOutcome.Settled.class);

    IntentSnapshot intent = standing(store.claim(Asking.claim("refund:1")));
    assertThat(intent.state()).isEqualTo(IntentState.COMPLETED);
    assertThat(intent.result()).asString().isEqualTo("done");
    assertThat(intent.receipt()).isEqualTo("receipt-1");
  }

  @Test
  void aSecondClaimOfARunningIntentFindsItProcessing() {
    Asking.granted(store.claim(Asking.claim("refund:2")));

    assertThat(standing(store.claim(Asking.claim("refund:2"))).state())
        .isEqualTo(IntentState.PROCESSING);
  }

  @Test
  void aRepeatedClaimIsRecognisedByItsOwner() {
    ClaimRequest request = Asking.claim("refund:3");

    Claimed first = Asking.granted(store.claim(request));
    assertThat(Asking.granted(store.claim(request))).isEqualTo(first);
    assertThat(attempts(first)).isEqualTo("1");
  }

  @Test
  void anotherPayloadIsRefusedWhateverTheState() {
    Claimed claim = Asking.granted(store.claim(Asking.claim("refund:4", "10 EUR")));

    assertThat(store.claim(Asking.claim("refund:4", "20 EUR")))
        .isInstanceOf(ClaimOutcome.OtherPayload.class);

    store.settle(Asking.settle(claim, Asking.completed("done")));
    assertThat(store.claim(Asking.claim("refund:4", "20 EUR")))
        .isInstanceOfSatisfying(
            ClaimOutcome.OtherPayload.class,
            other -> assertThat(other.intent().hash()).isEqualTo(Asking.payload("10 EUR").hash()));
  }

  @Test
  void anotherPayloadAfterAProvenRetryableFailureIsStillRefused() {
    Claimed claim = Asking.granted(store.claim(Asking.claim("refund:5", "10 EUR")));
    store.settle(Asking.settle(claim, Asking.retryable(Duration.ZERO)));

    assertThat(store.claim(Asking.claim("refund:5", "20 EUR")))
        .isInstanceOf(ClaimOutcome.OtherPayload.class);
  }

  @Test
  void anExpiredLeaseBecomesDoubtAndIsNeverGrantedAgain() {
    Claimed claim = Asking.granted(store.claim(Asking.claim("refund:6")));
    WORLD.endLease(claim.operation());

    assertThat(standing(store.claim(Asking.claim("refund:6"))).state())
        .isEqualTo(IntentState.UNKNOWN);
    assertThat(standing(store.claim(Asking.claim("refund:6"))).state())
        .isEqualTo(IntentState.UNKNOWN);
    assertThat(WORLD.attemptStates(claim.operation())).containsExactly("UNKNOWN");
    assertThat(WORLD.events(claim.operation()))
        .containsExactly("CLAIMED|null|PROCESSING", "LEASE_EXPIRED|PROCESSING|UNKNOWN");
  }

  @Test
  void anExpiredLeaseBecomesDoubtEvenForAnotherPayload() {
    Claimed claim = Asking.granted(store.claim(Asking.claim("refund:7", "10 EUR")));
    WORLD.endLease(claim.operation());

    assertThat(store.claim(Asking.claim("refund:7", "20 EUR")))
        .isInstanceOf(ClaimOutcome.OtherPayload.class);
    assertThat(WORLD.state(claim.operation())).isEqualTo("UNKNOWN");
  }

  @Test
  void aProvenFailureIsClaimedAgainOnceItsTimeHasCome() {
    Claimed first = Asking.granted(store.claim(Asking.claim("refund:8")));
    store.settle(Asking.settle(first, Asking.retryable(Duration.ofMinutes(5))));

    IntentSnapshot waiting = standing(store.claim(Asking.claim("refund:8")));
    assertThat(waiting.state()).isEqualTo(IntentState.FAILED_RETRYABLE);
    assertThat(waiting.nextTryAt()).isNotNull();

    WORLD.database.execute(
        "UPDATE sidegate.intent SET next_try_at = clock_timestamp() WHERE key = 'refund:8'");
    Claimed second = Asking.granted(store.claim(Asking.claim("refund:8")));
    assertThat(second.operation()).isEqualTo(first.operation());
    assertThat(second.attempt()).isEqualTo(2);
    assertThat(second.generation()).isEqualTo(1);
  }

  @Test
  void aBudgetOfAttemptsEnds() {
    Budget two = new Budget(2, Duration.ofMinutes(15));
    for (int attempt = 1; attempt <= 2; attempt++) {
      Claimed claim = Asking.granted(store.claim(Asking.claim("refund:9", "payload", two)));
      store.settle(Asking.settle(claim, Asking.retryable(Duration.ZERO)));
    }

    IntentSnapshot exhausted = standing(store.claim(Asking.claim("refund:9", "payload", two)));
    assertThat(exhausted.state()).isEqualTo(IntentState.FAILED_RETRYABLE);
    assertThat(exhausted.reason()).isEqualTo("exhausted");
  }

  @Test
  void aBudgetsDeadlineEndsItToo() {
    Claimed claim = Asking.granted(store.claim(Asking.claim("refund:10")));
    store.settle(Asking.settle(claim, Asking.retryable(Duration.ZERO)));
    WORLD.database.execute(
        "UPDATE sidegate.intent SET deadline = clock_timestamp() WHERE key = 'refund:10'");

    assertThat(standing(store.claim(Asking.claim("refund:10"))).reason()).isEqualTo("exhausted");
  }

  @Test
  void whereNothingAppliedAnotherPayloadOpensTheNextGeneration() {
    Claimed first = Asking.granted(store.claim(Asking.claim("refund:11", "10 EUR")));
    store.settle(Asking.settle(first, Asking.terminal()));

    Claimed second = Asking.granted(store.claim(Asking.claim("refund:11", "20 EUR")));
    assertThat(second.generation()).isEqualTo(2);
    assertThat(second.operation()).isNotEqualTo(first.operation());
    store.settle(Asking.settle(second, Asking.completed("done")));

    assertThat(standing(store.claim(Asking.claim("refund:11", "10 EUR"))))
        .as("an equal payload of an older generation gets that generation's answer")
        .satisfies(
            intent -> {
              assertThat(intent.state()).isEqualTo(IntentState.FAILED_TERMINAL);
              assertThat(intent.generation()).isEqualTo(1);
            });
    assertThat(standing(store.claim(Asking.claim("refund:11", "20 EUR"))).state())
        .isEqualTo(IntentState.COMPLETED);
    assertThat(store.claim(Asking.claim("refund:11", "30 EUR")))
        .as("the newest generation is finished")
        .isInstanceOf(ClaimOutcome.OtherPayload.class);
  }

  @Test
  void anEqualPayloadAfterATerminalFailureGetsThatFailure() {
    Claimed claim = Asking.granted(store.claim(Asking.claim("refund:12")));
    store.settle(Asking.settle(claim, Asking.terminal()));

    assertThat(standing(store.claim(Asking.claim("refund:12"))))
        .satisfies(
            intent -> {
              assertThat(intent.state()).isEqualTo(IntentState.FAILED_TERMINAL);
              assertThat(intent.failure()).isEqualTo("java.net.ConnectException");
            });
  }

  @Test
  void anotherPolicyVersionIsToldBeforeAnythingIsWritten() {
    assertThat(store.claim(withPolicy("refund:13", "refund", 7)))
        .isEqualTo(new ClaimOutcome.OtherPolicy(1));
    assertThat(store.claim(withPolicy("never-proposed:1", "never-proposed", 1)))
        .isEqualTo(new ClaimOutcome.OtherPolicy(0));
    assertThat(WORLD.database.query("SELECT 1 FROM sidegate.intent WHERE key = 'refund:13'"))
        .isEmpty();
  }

  @Test
  void aKeyIsOneInOneScope() {
    ClaimRequest ours = Asking.claim("refund:14");
    ClaimRequest theirs = Asking.with(ours, new IntentKey("acme", "refund", "refund:14"), 1);

    assertThat(Asking.granted(store.claim(ours)).operation())
        .isNotEqualTo(Asking.granted(store.claim(theirs)).operation());
  }

  @Test
  void keysAreComparedByteByByte() {
    Asking.granted(store.claim(Asking.claim("refund:Abc")));
    Asking.granted(store.claim(Asking.claim("refund:abc")));
  }

  @Test
  void withoutAnEnabledRowForEverythingEverythingIsClosed() {
    WORLD.database.execute("DELETE FROM sidegate.kill_switch");
    try {
      assertThat(store.claim(Asking.claim("refund:15"))).isInstanceOf(ClaimOutcome.Stopped.class);
    } finally {
      WORLD.database.execute(
          "INSERT INTO sidegate.kill_switch (effect, scope, enabled, reason)"
              + " VALUES ('*', '*', true, 'test')");
    }
    Asking.granted(store.claim(Asking.claim("refund:15")));
  }

  @Test
  void aClosedScopeClosesThatScopeAlone() {
    WORLD.database.execute(
        "INSERT INTO sidegate.kill_switch (effect, scope, enabled, reason)"
            + " VALUES ('*', 'closed', false, 'audit of this tenant')");
    ClaimRequest open = Asking.claim("refund:16");
    ClaimRequest closed = Asking.with(open, new IntentKey("closed", "refund", "refund:16"), 1);

    assertThat(store.claim(closed)).isEqualTo(new ClaimOutcome.Stopped("audit of this tenant"));
    Asking.granted(store.claim(open));
  }

  @Test
  void aStoppedRetryIsStoppedToo() {
    Claimed claim = Asking.granted(store.claim(Asking.claim("refund:17")));
    store.settle(Asking.settle(claim, Asking.retryable(Duration.ZERO)));
    WORLD.database.execute(
        "UPDATE sidegate.kill_switch SET enabled = false, changed_by = session_user,"
            + " changed_at = clock_timestamp() WHERE effect = '*' AND scope = '*'");
    try {
      assertThat(store.claim(Asking.claim("refund:17"))).isInstanceOf(ClaimOutcome.Stopped.class);
    } finally {
      WORLD.database.execute(
          "UPDATE sidegate.kill_switch SET enabled = true, changed_by = session_user,"
              + " changed_at = clock_timestamp() WHERE effect = '*' AND scope = '*'");
    }
  }

  private static ClaimRequest withPolicy(String key, String effect, int version) {
    return Asking.with(Asking.claim(key), new IntentKey("", effect, key), version);
  }

  private static IntentSnapshot standing(ClaimOutcome outcome) {
    if (outcome instanceof ClaimOutcome.Standing standing) {
      return standing.intent();
    }
    throw new AssertionError("not standing: " + outcome);
  }

  private static String attempts(Claimed claim) {
    return WORLD
        .database
        .query("SELECT attempts FROM sidegate.intent WHERE operation = '" + claim.operation() + "'")
        .get(0);
  }
}
