package dev.sidegate.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sidegate.FailureClass;
import dev.sidegate.engine.intent.AttemptEvidence;
import dev.sidegate.engine.intent.ClaimOutcome;
import dev.sidegate.engine.intent.Claimed;
import dev.sidegate.engine.intent.Failure;
import dev.sidegate.engine.intent.IntentSnapshot;
import dev.sidegate.engine.intent.IntentState;
import dev.sidegate.engine.intent.LeaseOwner;
import dev.sidegate.engine.intent.SettleOutcome;
import dev.sidegate.engine.intent.SettleRequest;
import dev.sidegate.engine.intent.Settlement;
import dev.sidegate.engine.intent.StoreUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class SettleTest {
  private static final StoreWorld WORLD = new StoreWorld();

  private final PostgresStore store = WORLD.store;

  @AfterAll
  static void end() {
    WORLD.close();
  }

  @Test
  void aRepeatedSettleAnswersTheSame() {
    Claimed claim = claim("refund:1");
    SettleRequest request = Asking.settle(claim, Asking.completed("done"));

    IntentSnapshot first = settled(store.settle(request));
    IntentSnapshot second = settled(store.settle(request));

    assertThat(second).usingRecursiveComparison().isEqualTo(first);
    assertThat(first.version()).isEqualTo(2);
    assertThat(WORLD.events(claim.operation())).hasSize(2);
  }

  @Test
  void aResultMayHoldAnyByte() {
    Claimed claim = claim("refund:2");
    byte[] result = {0, 1, (byte) 0xff, 0};

    store.settle(Asking.settle(claim, new Settlement.Completed(result, null)));

    assertThat(standing("refund:2").result()).isEqualTo(result);
  }

  @Test
  void textsThatPostgresCannotHoldAreKeptReadable() {
    Claimed claim = claim("refund:3");
    store.settle(
        new SettleRequest(
            claim,
            new Settlement.Doubt(
                new Failure(FailureClass.UNKNOWN_AFTER_START, "X", "a\u0000b\ud800c"),
                Duration.ZERO),
            List.of("req\u00001"),
            AttemptEvidence.NONE));

    assertThat(standing("refund:3").reason()).isEqualTo("a\ufffdb\ufffdc");
  }

  @Test
  void aNormalReturnPastItsLeaseCompletesTheDoubt() {
    Claimed claim = claim("refund:4");
    WORLD.endLease(claim.operation());
    store.claim(Asking.claim("refund:4"));
    assertThat(WORLD.state(claim.operation())).isEqualTo("UNKNOWN");

    assertThat(settled(store.settle(Asking.settle(claim, Asking.completed("done")))).state())
        .isEqualTo(IntentState.COMPLETED);
    assertThat(WORLD.attemptStates(claim.operation())).containsExactly("COMPLETED");
  }

  @Test
  void aNormalReturnPastItsLeaseThatNobodyNoticedCompletesToo() {
    Claimed claim = claim("refund:5");
    WORLD.endLease(claim.operation());

    assertThat(settled(store.settle(Asking.settle(claim, Asking.completed("done")))).state())
        .isEqualTo(IntentState.COMPLETED);
  }

  @Test
  void anAttemptsOwnProofThatNothingAppliedEndsItsDoubt() {
    Claimed claim = claim("refund:6");
    WORLD.endLease(claim.operation());
    store.claim(Asking.claim("refund:6"));

    assertThat(settled(store.settle(Asking.settle(claim, Asking.terminal()))).state())
        .isEqualTo(IntentState.FAILED_TERMINAL);
  }

  @Test
  void anotherOwnerIsFencedAndItsEvidenceKept() {
    Claimed claim = claim("refund:7");
    Claimed forged =
        new Claimed(
            claim.operation(),
            claim.key(),
            1,
            claim.version(),
            1,
            new LeaseOwner(UUID.randomUUID()),
            claim.deadline());

    assertThat(store.settle(Asking.settle(forged, Asking.completed("forged"))))
        .isInstanceOfSatisfying(
            SettleOutcome.Fenced.class,
            fenced -> assertThat(fenced.intent().state()).isEqualTo(IntentState.PROCESSING));
    assertThat(
            WORLD.database.query(
                "SELECT kind, convert_from(result, 'UTF8') FROM sidegate.late_evidence WHERE intent"
                    + " = '"
                    + claim.operation()
                    + "'"))
        .containsExactly("COMPLETED|forged");
    settled(store.settle(Asking.settle(claim, Asking.completed("real"))));
    assertThat(standing("refund:7").result()).asString().isEqualTo("real");
  }

  @Test
  void anotherVersionIsFencedEvenWithTheOwnersToken() {
    Claimed claim = claim("refund:19");
    Claimed older =
        new Claimed(
            claim.operation(),
            claim.key(),
            1,
            claim.version() + 1,
            1,
            claim.owner(),
            claim.deadline());

    assertThat(store.settle(Asking.settle(older, Asking.completed("forged"))))
        .isInstanceOf(SettleOutcome.Fenced.class);
    assertThat(WORLD.state(claim.operation())).isEqualTo("PROCESSING");
  }

  @Test
  void onlyTheAttemptItselfEndsItsDoubt() {
    Claimed claim = claim("refund:20");
    WORLD.endLease(claim.operation());
    store.claim(Asking.claim("refund:20"));
    Claimed forged =
        new Claimed(
            claim.operation(),
            claim.key(),
            1,
            claim.version(),
            1,
            new LeaseOwner(UUID.randomUUID()),
            claim.deadline());

    assertThat(store.settle(Asking.settle(forged, Asking.completed("forged"))))
        .isInstanceOf(SettleOutcome.Fenced.class);
    store.keepReceipt(forged, "re_forged");
    assertThat(receiptAndState(claim)).isEqualTo("null|UNKNOWN");
  }

  @Test
  void anEarlierAttemptIsFencedByALaterOne() {
    Claimed first = claim("refund:8");
    store.settle(Asking.settle(first, Asking.retryable(Duration.ZERO)));
    Claimed second = claim("refund:8");

    assertThat(store.settle(Asking.settle(first, Asking.completed("late"))))
        .isInstanceOf(SettleOutcome.Fenced.class);
    assertThat(WORLD.state(second.operation())).isEqualTo("PROCESSING");
  }

  @Test
  void whileAnEarlierAttemptIsUnresolvedNoFailureIsProven() {
    for (Settlement failure : List.of(Asking.retryable(Duration.ZERO), Asking.terminal())) {
      String key = "refund:9:" + failure.getClass().getSimpleName();
      Claimed claim = claim(key);
      // As a later attempt of a keyed effect begins: from doubt, with the first one unresolved.
      WORLD.database.execute(
          "UPDATE sidegate.intent SET unresolved = 1, last_attempt = 2, attempts = 2"
              + " WHERE operation = '"
              + claim.operation()
              + "'");

      assertThat(settled(store.settle(Asking.settle(claim, failure))).state())
          .isEqualTo(IntentState.UNKNOWN);
    }
  }

  @Test
  void aClaimHandedBackSpendsNoAttempt() {
    Claimed claim = claim("refund:10");

    IntentSnapshot intent =
        settled(store.settle(Asking.settle(claim, new Settlement.HandedBack("planning"))));
    assertThat(intent.state()).isEqualTo(IntentState.FAILED_RETRYABLE);
    assertThat(intent.attempts()).isZero();

    Claimed again = claim("refund:10");
    assertThat(again.attempt()).isEqualTo(2);
    assertThat(WORLD.attemptStates(claim.operation())).containsExactly("HANDED_BACK", "RUNNING");
  }

  @Test
  void aRetryHandedBackGoesWhenceItCame() {
    Claimed first = claim("refund:11");
    store.settle(Asking.settle(first, Asking.retryable(Duration.ZERO)));
    Claimed second = claim("refund:11");

    IntentSnapshot intent =
        settled(store.settle(Asking.settle(second, new Settlement.HandedBack("no"))));
    assertThat(intent.state()).isEqualTo(IntentState.FAILED_RETRYABLE);
    assertThat(intent.attempts()).isEqualTo(1);
  }

  @Test
  void onlyTheOwnerHandsBack() {
    Claimed claim = claim("refund:12");
    Claimed forged =
        new Claimed(
            claim.operation(),
            claim.key(),
            1,
            claim.version(),
            1,
            new LeaseOwner(UUID.randomUUID()),
            claim.deadline());

    assertThat(store.settle(Asking.settle(forged, new Settlement.HandedBack("forged"))))
        .isInstanceOf(SettleOutcome.Fenced.class);
    assertThat(WORLD.state(claim.operation())).isEqualTo("PROCESSING");
  }

  @Test
  void aReceiptIsKeptWhileTheBodyRunsAndAfterItsLease() {
    Claimed claim = claim("refund:13");
    store.keepReceipt(claim, "re_1");
    assertThat(receiptAndState(claim)).isEqualTo("re_1|PROCESSING");

    Claimed late = claim("refund:14");
    WORLD.endLease(late.operation());
    store.claim(Asking.claim("refund:14"));
    store.keepReceipt(late, "re_2");
    assertThat(receiptAndState(late)).isEqualTo("re_2|COMPLETED");
    assertThat(store.settle(Asking.settle(late, Asking.completed("done"))))
        .isInstanceOf(SettleOutcome.Settled.class);
  }

  @Test
  void aReceiptSurvivesASettleWithoutOne() {
    Claimed claim = claim("refund:15");
    store.keepReceipt(claim, "re_1");
    store.settle(Asking.settle(claim, new Settlement.Completed(null, null)));

    assertThat(receiptAndState(claim)).isEqualTo("re_1|COMPLETED");
  }

  @Test
  void aReceiptOfAFencedAttemptIsLateEvidence() {
    Claimed first = claim("refund:16");
    store.settle(Asking.settle(first, Asking.retryable(Duration.ZERO)));
    claim("refund:16");

    store.keepReceipt(first, "re_late");

    assertThat(
            WORLD.database.query(
                "SELECT attempt, kind, receipt FROM sidegate.late_evidence WHERE intent = '"
                    + first.operation()
                    + "'"))
        .containsExactly("1|RECEIPT|re_late");
    assertThat(receiptAndState(first)).isEqualTo("null|PROCESSING");
  }

  @Test
  void anIntentThatIsGoneIsToldAsSuch() {
    Claimed claim = claim("refund:17");
    Claimed elsewhere =
        new Claimed(UUID.randomUUID(), claim.key(), 1, 1, 1, claim.owner(), claim.deadline());

    assertThatThrownBy(() -> store.settle(Asking.settle(elsewhere, Asking.completed("x"))))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("restored from a backup");
  }

  @Test
  void theProvidersIdsAreKeptInOrder() {
    Claimed claim = claim("refund:18");
    store.settle(
        new SettleRequest(
            claim, Asking.completed("x"), List.of("req_1", "req_2"), AttemptEvidence.NONE));

    assertThat(
            WORLD.database.query(
                "SELECT provider_request_ids FROM sidegate.attempt WHERE intent = '"
                    + claim.operation()
                    + "'"))
        .containsExactly("{req_1,req_2}");
  }

  private Claimed claim(String key) {
    return Asking.granted(store.claim(Asking.claim(key)));
  }

  private IntentSnapshot standing(String key) {
    if (store.claim(Asking.claim(key)) instanceof ClaimOutcome.Standing standing) {
      return standing.intent();
    }
    throw new AssertionError("not standing: " + key);
  }

  private static IntentSnapshot settled(SettleOutcome outcome) {
    if (outcome instanceof SettleOutcome.Settled settled) {
      return settled.intent();
    }
    throw new AssertionError("not settled: " + outcome);
  }

  private static String receiptAndState(Claimed claim) {
    return WORLD
        .database
        .query(
            "SELECT receipt, state FROM sidegate.intent WHERE operation = '"
                + claim.operation()
                + "'")
        .get(0);
  }
}
