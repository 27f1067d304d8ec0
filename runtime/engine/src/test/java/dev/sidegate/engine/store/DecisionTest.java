package dev.sidegate.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sidegate.engine.intent.Budget;
import dev.sidegate.engine.intent.ClaimOutcome;
import dev.sidegate.engine.intent.ClaimRequest;
import dev.sidegate.engine.intent.Claimed;
import dev.sidegate.engine.intent.HoldReason;
import dev.sidegate.engine.intent.IntentKey;
import dev.sidegate.engine.intent.IntentSnapshot;
import dev.sidegate.engine.intent.IntentState;
import dev.sidegate.engine.intent.ProviderPromise;
import dev.sidegate.engine.intent.SettleOutcome;
import dev.sidegate.engine.intent.Settlement;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a person may say, where, and what it leads to. */
class DecisionTest {
  private static final Budget ONE = new Budget(1, Duration.ofMinutes(15));
  private static final Decision.Grant TWO_MORE = new Decision.Grant(2, Duration.ofHours(1));
  private static final StoreWorld WORLD = new StoreWorld();

  private final PostgresStore store = WORLD.store;
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
  void aGrantGivesAnExhaustedIntentFurtherAttempts() {
    UUID operation = exhausted("refund:grant");
    Decision decision = decision(operation, TWO_MORE);

    assertThat(decided(decision).attempts()).isEqualTo(1);
    decided(decision); // once, however often

    assertThat(operator.history(operation).orElseThrow().intent())
        .satisfies(
            intent -> {
              assertThat(intent.maxAttempts()).isEqualTo(3);
              assertThat(intent.holdReason()).isNull();
            });
    assertThat(WORLD.events(operation)).contains("DECIDED_GRANT|FAILED_RETRYABLE|FAILED_RETRYABLE");
    Claimed second = Asking.granted(store.claim(Asking.claim("refund:grant")));
    assertThat(second.attempt()).isEqualTo(2);
  }

  @Test
  void aGrantOfTimeMovesTheDeadlineAndNeverBack() {
    Claimed claim = Asking.granted(store.claim(Asking.claim("refund:time")));
    store.settle(Asking.settle(claim, Asking.retryable(Duration.ZERO)));
    WORLD.database.execute(
        "UPDATE sidegate.intent SET deadline = clock_timestamp() WHERE key = 'refund:time'");
    assertThat(held(claim.operation())).isEqualTo("exhausted");

    decided(decision(claim.operation(), new Decision.Grant(0, Duration.ofHours(2))));
    decided(decision(claim.operation(), new Decision.Grant(0, Duration.ofSeconds(1))));

    assertThat(
            WORLD.database.query(
                "SELECT deadline > clock_timestamp() + interval '119 minutes' FROM sidegate.intent"
                    + " WHERE key = 'refund:time'"))
        .containsExactly("t");
    Asking.granted(store.claim(Asking.claim("refund:time")));
  }

  @Test
  void aGrantOpensNoDoubtThatItsProviderDoesNotCover() {
    UUID operation = doubt("refund:locked", ProviderPromise.NONE);
    decided(decision(operation, TWO_MORE));

    assertThat(standing("refund:locked").state()).isEqualTo(IntentState.UNKNOWN);
  }

  @Test
  void aGrantLetsAKeyedDoubtGoOn() {
    ProviderPromise keyed = new ProviderPromise(Duration.ofHours(24), false);
    Claimed claim =
        Asking.granted(
            store.claim(Asking.with(Asking.claim("refund:keyed", "payload", ONE), keyed)));
    store.settle(Asking.settle(claim, Asking.doubt()));
    assertThat(held(claim.operation())).isEqualTo("exhausted");

    decided(decision(claim.operation(), TWO_MORE));

    Asking.granted(store.claim(Asking.with(Asking.claim("refund:keyed"), keyed)));
  }

  @Test
  void manyAreGrantedAtOnceAndEachOnItsOwn() {
    List<UUID> ours = List.of(exhausted("refund:many:1"), exhausted("refund:many:2"));
    UUID elsewhere = exhausted(new IntentKey("acme", "refund", "refund:many:1"));
    UUID contradicted = contradicted("refund:many:3", Asking.retryable(Duration.ZERO));
    HeldGrant order = new HeldGrant(UUID.randomUUID(), "refund", "", TWO_MORE, "provider is back");

    assertThat(operator.grant(order)).containsAll(ours).doesNotContain(elsewhere, contradicted);
    assertThat(operator.grant(order)).as("the same batch grants once").isEmpty();

    for (UUID operation : ours) {
      assertThat(WORLD.events(operation))
          .endsWith("DECIDED_GRANT|FAILED_RETRYABLE|FAILED_RETRYABLE");
      assertThat(
              WORLD.database.query(
                  "SELECT kind, attempts, reason, decided_by FROM sidegate.operator_decision"
                      + " WHERE intent = '"
                      + operation
                      + "'"))
          .containsExactly("GRANT|2|provider is back|operator");
    }
    assertThat(held(elsewhere)).isEqualTo("exhausted");
    Asking.granted(store.claim(Asking.claim("refund:many:2")));
  }

  @Test
  void aBatchThatIsSentAgainGrantsNothingMoreToWhatIsUsedUpAgain() {
    UUID operation = exhausted("refund:batch");
    HeldGrant order = new HeldGrant(UUID.randomUUID(), "refund", "", TWO_MORE, "provider is back");
    assertThat(operator.grant(order)).contains(operation);
    for (int attempt = 0; attempt < TWO_MORE.attempts(); attempt++) {
      Claimed claim = Asking.granted(store.claim(Asking.claim("refund:batch")));
      store.settle(Asking.settle(claim, Asking.retryable(Duration.ZERO)));
    }
    assertThat(held(operation)).isEqualTo("exhausted");

    assertThat(operator.grant(order)).doesNotContain(operation);
  }

  @Test
  void notAppliedBeyondTheBudgetPermitsNoFurtherAttempt() {
    Claimed claim = Asking.granted(store.claim(Asking.claim("refund:beyond", "payload", ONE)));
    store.settle(Asking.settle(claim, Asking.doubt()));

    decided(decision(claim.operation(), new Decision.NotApplied()));

    assertThat(standing("refund:beyond"))
        .satisfies(
            intent -> {
              assertThat(intent.state()).isEqualTo(IntentState.FAILED_RETRYABLE);
              assertThat(intent.hold()).isEqualTo(HoldReason.EXHAUSTED);
            });
  }

  @Test
  void aContradictedFailureIsCorrectedByAPerson() {
    for (Settlement failure : List.of(Asking.retryable(Duration.ZERO), Asking.terminal())) {
      String key = "refund:correct:" + failure.getClass().getSimpleName();
      UUID operation = contradicted(key, failure);

      assertThat(decided(decision(operation, new Decision.Applied("re_late"))).state())
          .isEqualTo(IntentState.COMPLETED);
      assertThat(standing(key))
          .satisfies(
              intent -> {
                assertThat(intent.receipt()).isEqualTo("re_late");
                assertThat(intent.hold()).isNull();
              });
      assertThat(WORLD.attemptStates(operation)).containsExactly("COMPLETED", "NOT_APPLIED");
    }
  }

  @Test
  void aContradictedFailureMayStandAfterAPersonHasLooked() {
    contradictedAndNotApplied("refund:stands:1", Asking.retryable(Duration.ZERO));
    Asking.granted(store.claim(Asking.claim("refund:stands:1")));

    contradictedAndNotApplied("refund:stands:2", Asking.terminal());
    assertThat(standing("refund:stands:2").state()).isEqualTo(IntentState.FAILED_TERMINAL);
    Asking.granted(store.claim(Asking.claim("refund:stands:2", "other")));
  }

  private void contradictedAndNotApplied(String key, Settlement failure) {
    UUID operation = contradicted(key, failure);
    decided(decision(operation, new Decision.NotApplied()));
    assertThat(held(operation)).isNull();
  }

  @Test
  void aContradictedFailureMayBeGivenUp() {
    for (Settlement failure : List.of(Asking.retryable(Duration.ZERO), Asking.terminal())) {
      String key = "refund:give-up:" + failure.getClass().getSimpleName();

      assertThat(decided(decision(contradicted(key, failure), new Decision.Abandon())).state())
          .isEqualTo(IntentState.ABANDONED);
    }
  }

  @Test
  void aProvenFailureThatNothingOpposesIsNotDecidedAbout() {
    Claimed claim = Asking.granted(store.claim(Asking.claim("refund:proven")));
    store.settle(Asking.settle(claim, Asking.terminal()));

    for (Decision.Verdict verdict :
        List.of(
            new Decision.Applied("re_1"),
            new Decision.NotApplied(),
            new Decision.Abandon(),
            new Decision.Acknowledge(),
            supersede("other"),
            TWO_MORE)) {
      assertThat(operator.decide(decision(claim.operation(), verdict)))
          .as(verdict.toString())
          .isInstanceOf(DecisionOutcome.Moved.class);
    }
  }

  @Test
  void aContradictedCompletionIsAcknowledged() {
    UUID operation = contradicted("refund:acknowledge", Asking.completed("done"));
    assertThat(operator.decide(decision(operation, new Decision.Applied("re_1"))))
        .as("finished is finished")
        .isInstanceOf(DecisionOutcome.Moved.class);

    decided(decision(operation, new Decision.Acknowledge()));

    assertThat(standing("refund:acknowledge"))
        .satisfies(
            intent -> {
              assertThat(intent.state()).isEqualTo(IntentState.COMPLETED);
              assertThat(intent.receipt()).isEqualTo("receipt-1");
              assertThat(intent.hold()).isNull();
            });
    assertThat(operator.decide(decision(operation, new Decision.Acknowledge())))
        .isInstanceOf(DecisionOutcome.Moved.class);
  }

  @Test
  void aProofThatComesAfterADecisionContradictsIt() {
    for (Decision.Verdict verdict :
        List.of(new Decision.NotApplied(), new Decision.Abandon(), new Decision.Applied("re_x"))) {
      String key = "refund:opposed:" + verdict.getClass().getSimpleName();
      Claimed claim = Asking.granted(store.claim(Asking.claim(key)));
      WORLD.endLease(claim.operation());
      store.claim(Asking.claim(key));
      decided(decision(claim.operation(), verdict));

      assertThat(store.settle(Asking.settle(claim, Asking.completed("late"))))
          .isInstanceOf(SettleOutcome.Fenced.class);
      assertThat(standing(key).hold()).isEqualTo(HoldReason.CONTRADICTED);
    }
  }

  @Test
  void aProofThatAgreesWithADecisionConfirmsIt() {
    Claimed claim = Asking.granted(store.claim(Asking.claim("refund:agreed")));
    WORLD.endLease(claim.operation());
    store.claim(Asking.claim("refund:agreed"));
    decided(decision(claim.operation(), new Decision.Applied("receipt-1")));

    store.settle(Asking.settle(claim, Asking.completed("late")));
    assertThat(standing("refund:agreed").hold()).isNull();
  }

  @Test
  void aProvenFailureAfterADecisionThatItAppliedContradictsIt() {
    Claimed claim = Asking.granted(store.claim(Asking.claim("refund:denied")));
    WORLD.endLease(claim.operation());
    store.claim(Asking.claim("refund:denied"));
    decided(decision(claim.operation(), new Decision.Applied("re_1")));

    store.settle(Asking.settle(claim, Asking.terminal()));
    assertThat(standing("refund:denied").hold()).isEqualTo(HoldReason.CONTRADICTED);
  }

  @Test
  void aDecisionJudgesTheProofThatWaited() {
    UUID agreed = pending("refund:waited:1");
    assertThat(decided(decision(agreed, new Decision.Applied("re_1"))).holdReason()).isNull();

    UUID opposed = pending("refund:waited:2");
    assertThat(decided(decision(opposed, new Decision.NotApplied())).holdReason())
        .isEqualTo("contradicted");
    assertThat(decided(decision(opposed, new Decision.NotApplied())).holdReason())
        .as("said again, with the contradiction in sight")
        .isNull();
  }

  @Test
  void aSupersededCompletionIsCorrectedByOnePayloadOnce() {
    Claimed first = Asking.granted(store.claim(Asking.claim("refund:supersede", "10 EUR")));
    store.settle(Asking.settle(first, Asking.completed("10")));
    assertThat(store.claim(Asking.claim("refund:supersede", "12 EUR")))
        .isInstanceOf(ClaimOutcome.OtherPayload.class);

    decided(decision(first.operation(), supersede("12 EUR")));

    assertThat(store.claim(Asking.claim("refund:supersede", "13 EUR")))
        .as("for that one payload")
        .isInstanceOf(ClaimOutcome.OtherPayload.class);
    Claimed second = Asking.granted(store.claim(Asking.claim("refund:supersede", "12 EUR")));
    assertThat(second.generation()).as("its own upstream key").isEqualTo(2);
    assertThat(operator.history(second.operation()).orElseThrow().intent().corrects())
        .isEqualTo(first.operation());
    store.settle(Asking.settle(second, Asking.completed("12")));
    assertThat(standing("refund:supersede", "10 EUR").operation())
        .as("the older payload gets its own answer")
        .isEqualTo(first.operation());
    assertThat(standing("refund:supersede", "12 EUR").operation()).isEqualTo(second.operation());
    assertThat(operator.decide(decision(first.operation(), supersede("14 EUR"))))
        .as("a later generation stands before it")
        .isInstanceOf(DecisionOutcome.Moved.class);
  }

  @Test
  void whatFollowsAFailedCorrectionNeedsAPersonAgain() {
    Claimed first = Asking.granted(store.claim(Asking.claim("refund:again", "10 EUR")));
    store.settle(Asking.settle(first, Asking.completed("10")));
    decided(decision(first.operation(), supersede("12 EUR")));
    Claimed second = Asking.granted(store.claim(Asking.claim("refund:again", "12 EUR")));
    store.settle(Asking.settle(second, Asking.terminal()));

    assertThat(store.claim(Asking.claim("refund:again", "13 EUR")))
        .as("the key was completed once")
        .isInstanceOf(ClaimOutcome.OtherPayload.class);
    decided(decision(second.operation(), supersede("13 EUR")));
    assertThat(Asking.granted(store.claim(Asking.claim("refund:again", "13 EUR"))).generation())
        .isEqualTo(3);
  }

  @Test
  void nothingIsSupersededByItselfOrByWhatItSuperseded() {
    Claimed first = Asking.granted(store.claim(Asking.claim("refund:circle", "10 EUR")));
    store.settle(Asking.settle(first, Asking.completed("10")));
    assertThat(operator.decide(decision(first.operation(), supersede("10 EUR"))))
        .isInstanceOf(DecisionOutcome.Moved.class);
    decided(decision(first.operation(), supersede("12 EUR")));
    Claimed second = Asking.granted(store.claim(Asking.claim("refund:circle", "12 EUR")));
    store.settle(Asking.settle(second, Asking.completed("12")));

    assertThat(operator.decide(decision(second.operation(), supersede("10 EUR"))))
        .isInstanceOf(DecisionOutcome.Moved.class);
  }

  @Test
  void anAbandonedDoubtMayBeSupersededAndAContradictedOneNotYet() {
    UUID abandoned = doubt("refund:abandoned", ProviderPromise.NONE);
    decided(decision(abandoned, new Decision.Abandon()));
    decided(decision(abandoned, supersede("12 EUR")));
    assertThat(Asking.granted(store.claim(Asking.claim("refund:abandoned", "12 EUR"))).generation())
        .isEqualTo(2);

    UUID contradicted = contradicted("refund:not-yet", Asking.completed("done"));
    assertThat(operator.decide(decision(contradicted, supersede("12 EUR"))))
        .isInstanceOf(DecisionOutcome.Moved.class);
  }

  @Test
  void theTerminalQueueHoldsWhatWaitsForAPersonAndNothingElse() {
    UUID exhausted = exhausted("refund:queue:1");
    UUID doubt = doubt("refund:queue:2", ProviderPromise.NONE);
    UUID contradicted = contradicted("refund:queue:3", Asking.completed("done"));
    Claimed waiting = Asking.granted(store.claim(Asking.claim("refund:queue:4")));
    store.settle(Asking.settle(waiting, Asking.retryable(Duration.ofMinutes(1))));
    UUID running = Asking.granted(store.claim(Asking.claim("refund:queue:5"))).operation();
    UUID keyed = doubt("refund:queue:6", new ProviderPromise(Duration.ofHours(24), false));
    UUID lookedUp = doubt(Asking.withReconciler(Asking.claim("refund:queue:7"), "a.B#find@1"));

    assertThat(operator.held("refund", null, 1000))
        .extracting(held -> held.intent().operation())
        .contains(exhausted, doubt, contradicted)
        .doesNotContain(waiting.operation(), running, keyed, lookedUp);
    assertThat(operator.held("refund", null, 1000))
        .filteredOn(held -> held.intent().operation().equals(doubt))
        .singleElement()
        .satisfies(
            held -> {
              assertThat(held.intent().holdReason()).isEqualTo("undetermined");
              assertThat(held.owner()).isEqualTo("com.acme.Refunds#refund");
              assertThat(held.since()).isBetween(Duration.ZERO, Duration.ofMinutes(5));
            });
    assertThat(operator.held("refund", exhausted, 1000))
        .extracting(held -> held.intent().operation())
        .as("the page before it")
        .doesNotContain(exhausted, doubt);
    assertThat(operator.held("other", null, 10)).isEmpty();
    WORLD.database.execute(
        "UPDATE sidegate.intent SET deadline = clock_timestamp() WHERE key = 'refund:queue:4'");
    assertThat(held(waiting.operation())).as("time brings it there").isEqualTo("exhausted");
  }

  @Test
  void aDecisionNeedsAReasonAndAGrantSomething() {
    assertThatThrownBy(() -> new HeldGrant(UUID.randomUUID(), null, null, TWO_MORE, " "))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Decision.Grant(0, Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Decision.Supersede(new byte[31]))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private UUID exhausted(String key) {
    return exhausted(new IntentKey("", "refund", key));
  }

  private UUID exhausted(IntentKey key) {
    Claimed claim =
        Asking.granted(store.claim(Asking.with(Asking.claim(key.key(), "payload", ONE), key, 1)));
    store.settle(Asking.settle(claim, Asking.retryable(Duration.ZERO)));
    assertThat(held(claim.operation())).isEqualTo("exhausted");
    return claim.operation();
  }

  private UUID doubt(String key, ProviderPromise promise) {
    return doubt(Asking.with(Asking.claim(key), promise));
  }

  private UUID doubt(ClaimRequest request) {
    Claimed claim = Asking.granted(store.claim(request));
    store.settle(Asking.settle(claim, Asking.doubt()));
    return claim.operation();
  }

  /** The second attempt ends so; then the first one, thought to have failed, has a receipt. */
  private UUID contradicted(String key, Settlement second) {
    Claimed first = Asking.granted(store.claim(Asking.claim(key)));
    store.settle(Asking.settle(first, Asking.retryable(Duration.ZERO)));
    store.settle(Asking.settle(Asking.granted(store.claim(Asking.claim(key))), second));
    store.keepReceipt(first, "re_late");
    assertThat(held(first.operation())).isEqualTo("contradicted");
    return first.operation();
  }

  /** In doubt, with the proof of an earlier attempt waiting. */
  private UUID pending(String key) {
    ProviderPromise keyed = new ProviderPromise(Duration.ofHours(24), false);
    Claimed first = Asking.granted(store.claim(Asking.with(Asking.claim(key), keyed)));
    WORLD.endLease(first.operation());
    store.claim(Asking.claim(key));
    Asking.granted(store.claim(Asking.with(Asking.claim(key), keyed)));
    store.keepReceipt(first, "re_1");
    WORLD.endLease(first.operation());
    store.claim(Asking.claim(key));
    return first.operation();
  }

  private Decision decision(UUID operation, Decision.Verdict verdict) {
    long seen = operator.history(operation).orElseThrow().intent().version();
    return new Decision(UUID.randomUUID(), operation, seen, verdict, "looked it up");
  }

  private IntentRecord decided(Decision decision) {
    DecisionOutcome outcome = operator.decide(decision);
    if (outcome instanceof DecisionOutcome.Decided decided) {
      return decided.intent();
    }
    throw new AssertionError("not decided: " + outcome);
  }

  private static Decision.Supersede supersede(String payload) {
    return new Decision.Supersede(Asking.payload(payload).hash().digest());
  }

  private @Nullable String held(UUID operation) {
    return operator.history(operation).orElseThrow().intent().holdReason();
  }

  private IntentSnapshot standing(String key) {
    return standing(key, "payload");
  }

  private IntentSnapshot standing(String key, String payload) {
    ClaimOutcome outcome = store.claim(Asking.claim(key, payload));
    if (outcome instanceof ClaimOutcome.Standing standing) {
      return standing.intent();
    }
    throw new AssertionError("not standing: " + outcome);
  }
}
