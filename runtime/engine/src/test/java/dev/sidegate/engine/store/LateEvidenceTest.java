package dev.sidegate.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.engine.intent.ClaimOutcome;
import dev.sidegate.engine.intent.ClaimRequest;
import dev.sidegate.engine.intent.Claimed;
import dev.sidegate.engine.intent.HoldReason;
import dev.sidegate.engine.intent.IntentSnapshot;
import dev.sidegate.engine.intent.IntentState;
import dev.sidegate.engine.intent.ProviderPromise;
import dev.sidegate.engine.intent.SettleOutcome;
import dev.sidegate.engine.intent.Settlement;
import dev.sidegate.engine.world.TestDatabase.Login;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** What an attempt says after it has lost its intent (law 12): kept, judged, never an overwrite. */
class LateEvidenceTest {
  private static final ProviderPromise KEYED = new ProviderPromise(Duration.ofHours(24), false);
  private static final ProviderPromise IDEMPOTENT = new ProviderPromise(null, true);
  private static final StoreWorld WORLD = new StoreWorld();

  private final PostgresStore store = WORLD.store;

  @AfterAll
  static void end() {
    WORLD.close();
  }

  @Test
  void theFirstReturnsWhileTheSecondRunsAndBothHaveOneReceipt() {
    Twice twice = twice("refund:1", KEYED);

    fenced(twice.first(), completed("re_1"));
    assertThat(verdicts(twice)).containsExactly("COMPLETED|re_1|null");
    assertThat(WORLD.state(twice.operation())).isEqualTo("PROCESSING");
    IntentSnapshot intent = settled(twice.second(), completed("re_1"));

    assertThat(intent.state()).isEqualTo(IntentState.COMPLETED);
    assertThat(intent.hold()).isNull();
    assertThat(verdicts(twice)).containsExactly("COMPLETED|re_1|CONFIRMED");
    assertThat(WORLD.attemptStates(twice.operation())).contains("COMPLETED");
  }

  @Test
  void twoReceiptsAreAContradiction() {
    Twice twice = twice("refund:2", KEYED);

    fenced(twice.first(), completed("re_1"));
    IntentSnapshot intent = settled(twice.second(), completed("re_2"));

    assertThat(intent.state()).as("the state stays").isEqualTo(IntentState.COMPLETED);
    assertThat(intent.receipt()).as("nothing is overwritten").isEqualTo("re_2");
    assertThat(intent.hold()).isEqualTo(HoldReason.CONTRADICTED);
    assertThat(verdicts(twice)).containsExactly("COMPLETED|re_1|CONTRADICTED");
    assertThat(standing(keyed("refund:2")).hold()).isEqualTo(HoldReason.CONTRADICTED);
  }

  @Test
  void withoutReceiptsNobodyKnowsThatItWasOneEffect() {
    Twice twice = twice("refund:3", KEYED);

    fenced(twice.first(), completed(null));

    assertThat(settled(twice.second(), completed(null)).hold()).isEqualTo(HoldReason.CONTRADICTED);
  }

  @Test
  void anIdempotentEffectsSecondReceiptConfirmsTheFirst() {
    Twice twice = twice("refund:4", IDEMPOTENT);

    fenced(twice.first(), completed("re_1"));

    assertThat(settled(twice.second(), completed("re_2")).hold()).isNull();
    assertThat(verdicts(twice)).containsExactly("COMPLETED|re_1|CONFIRMED");
  }

  @Test
  void theFirstReturnsAfterTheSecond() {
    Twice equal = twice("refund:5", KEYED);
    settled(equal.second(), completed("re_1"));
    assertThat(fenced(equal.first(), completed("re_1")).hold()).isNull();
    assertThat(verdicts(equal)).containsExactly("COMPLETED|re_1|CONFIRMED");

    Twice other = twice("refund:6", KEYED);
    settled(other.second(), completed("re_2"));
    assertThat(fenced(other.first(), completed("re_1")).hold()).isEqualTo(HoldReason.CONTRADICTED);
    assertThat(WORLD.state(other.operation())).isEqualTo("COMPLETED");
  }

  @Test
  void aProofAgainstAProvenFailureBlocksTheNextAttempt() {
    Claimed first = Asking.granted(store.claim(Asking.claim("refund:7")));
    store.settle(Asking.settle(first, Asking.retryable(Duration.ZERO)));
    Claimed second = Asking.granted(store.claim(Asking.claim("refund:7")));
    settled(second, Asking.retryable(Duration.ZERO));

    fenced(first, completed("re_1"));

    IntentSnapshot intent = standing(Asking.claim("refund:7"));
    assertThat(intent.state()).isEqualTo(IntentState.FAILED_RETRYABLE);
    assertThat(intent.hold()).isEqualTo(HoldReason.CONTRADICTED);
    assertThat(intent.nextTryAt()).as("its time has come, and it is not tried").isNotNull();
  }

  @Test
  void aProofAgainstATerminalFailureBlocksTheNextGeneration() {
    Claimed first = Asking.granted(store.claim(Asking.claim("refund:8")));
    store.settle(Asking.settle(first, Asking.retryable(Duration.ZERO)));
    settled(Asking.granted(store.claim(Asking.claim("refund:8"))), Asking.terminal());

    fenced(first, completed("re_1"));

    assertThat(store.claim(Asking.claim("refund:8", "other")))
        .isInstanceOfSatisfying(
            ClaimOutcome.OtherPayload.class,
            other -> assertThat(other.intent().hold()).isEqualTo(HoldReason.CONTRADICTED));
  }

  @Test
  void theSecondFailsAfterTheFirstHadItsProof() {
    Claimed first = Asking.granted(store.claim(Asking.claim("refund:9")));
    store.settle(Asking.settle(first, Asking.retryable(Duration.ZERO)));
    Claimed second = Asking.granted(store.claim(Asking.claim("refund:9")));

    store.keepReceipt(first, "re_1");
    IntentSnapshot intent = settled(second, Asking.retryable(Duration.ZERO));

    assertThat(intent.state()).isEqualTo(IntentState.FAILED_RETRYABLE);
    assertThat(intent.hold()).isEqualTo(HoldReason.CONTRADICTED);
    assertThat(standing(Asking.claim("refund:9")).hold()).isEqualTo(HoldReason.CONTRADICTED);
  }

  @Test
  void aLateReceiptIsJudgedAsALateReturnIs() {
    Twice equal = twice("refund:10", KEYED);
    settled(equal.second(), completed("re_1"));
    store.keepReceipt(equal.first(), "re_1");
    assertThat(verdicts(equal)).containsExactly("RECEIPT|re_1|CONFIRMED");
    assertThat(standing(keyed("refund:10")).hold()).isNull();

    Twice other = twice("refund:11", KEYED);
    settled(other.second(), completed("re_2"));
    store.keepReceipt(other.first(), "re_1");
    assertThat(standing(keyed("refund:11")).hold()).isEqualTo(HoldReason.CONTRADICTED);
  }

  @Test
  void aProofWaitsForAnAttemptWhoseLeaseRanOut() {
    Twice twice = twice("refund:12", KEYED);
    fenced(twice.first(), completed("re_1"));
    WORLD.endLease(twice.operation());

    assertThat(standing(keyed("refund:12")))
        .satisfies(
            intent -> {
              assertThat(intent.state()).isEqualTo(IntentState.UNKNOWN);
              assertThat(intent.hold()).isNull();
            });
    Claimed third = Asking.granted(store.claim(keyed("refund:12")));
    assertThat(settled(third, completed("re_1")).hold()).isNull();
    assertThat(verdicts(twice)).containsExactly("COMPLETED|re_1|CONFIRMED");
  }

  @Test
  void aReceiptDoesNotEndADoubtThatTwoAttemptsShareWithAProofWaiting() {
    Twice twice = twice("refund:13", KEYED);
    fenced(twice.first(), completed("re_1"));
    WORLD.endLease(twice.operation());
    store.claim(Asking.claim("refund:13"));

    store.keepReceipt(twice.second(), "re_2");
    assertThat(WORLD.state(twice.operation())).isEqualTo("UNKNOWN");
    assertThat(settled(twice.second(), completed("re_2")).hold())
        .isEqualTo(HoldReason.CONTRADICTED);
  }

  @Test
  void aContradictedDoubtIsNotEndedByItsAttempt() {
    Twice twice = twice("refund:14", KEYED);
    settled(twice.second(), Asking.doubt());
    fenced(twice.first(), completed("re_1"));

    IntentSnapshot intent = standing(keyed("refund:14"));
    assertThat(intent.state()).isEqualTo(IntentState.UNKNOWN);
    assertThat(intent.hold()).isEqualTo(HoldReason.CONTRADICTED);
  }

  @Test
  void whatALateFailureSaysIsKeptAndMovesNothing() {
    Twice twice = twice("refund:15", KEYED);
    settled(twice.second(), completed("re_1"));

    assertThat(fenced(twice.first(), Asking.terminal()).hold()).isNull();
    assertThat(verdicts(twice)).containsExactly("TERMINAL|null|KEPT");
  }

  @Test
  void evidenceThatArrivesWhileTheSettleWaitsForItsLockIsJudgedToo() throws Exception {
    Twice twice = twice("refund:16", KEYED);
    try (Connection late = WORLD.database.connect(Login.OWNER);
        Statement statement = late.createStatement()) {
      late.setAutoCommit(false);
      // The late settle of another JVM, stretched: its evidence is not committed yet.
      statement.execute(
          "UPDATE sidegate.intent SET pending_evidence = 1 WHERE operation = '"
              + twice.operation()
              + "'");
      statement.execute(
          "INSERT INTO sidegate.late_evidence (intent, attempt, owner, kind, receipt) VALUES ('"
              + twice.operation()
              + "', 1, gen_random_uuid(), 'COMPLETED', 're_1')");
      CompletableFuture<SettleOutcome> settle =
          CompletableFuture.supplyAsync(
              () -> store.settle(Asking.settle(twice.second(), completed("re_2"))));
      awaitLockWaiter(settle);
      late.commit();

      assertThat(((SettleOutcome.Settled) settle.get()).intent().hold())
          .isEqualTo(HoldReason.CONTRADICTED);
    }
  }

  @Test
  void everyJudgementIsInTheAuditOfItsIntent() {
    Twice twice = twice("refund:17", KEYED);
    fenced(twice.first(), completed("re_1"));
    settled(twice.second(), completed("re_2"));
    store.keepReceipt(twice.first(), "re_3");

    assertThat(WORLD.events(twice.operation()))
        .containsSubsequence(
            "PENDING|PROCESSING|PROCESSING",
            "COMPLETED|PROCESSING|COMPLETED",
            "CONTRADICTED|COMPLETED|COMPLETED");
  }

  private record Twice(Claimed first, Claimed second) {
    UUID operation() {
      return first.operation();
    }
  }

  /** The first attempt is in doubt, the second one runs. */
  private Twice twice(String key, ProviderPromise promise) {
    Claimed first = Asking.granted(store.claim(Asking.with(Asking.claim(key), promise)));
    WORLD.endLease(first.operation());
    store.claim(Asking.claim(key));
    return new Twice(first, Asking.granted(store.claim(Asking.with(Asking.claim(key), promise))));
  }

  private static ClaimRequest keyed(String key) {
    return Asking.with(Asking.claim(key), KEYED);
  }

  private static Settlement completed(@Nullable String receipt) {
    return new Settlement.Completed(new byte[] {1}, receipt);
  }

  private IntentSnapshot settled(Claimed claim, Settlement settlement) {
    SettleOutcome outcome = store.settle(Asking.settle(claim, settlement));
    if (outcome instanceof SettleOutcome.Settled settled) {
      return settled.intent();
    }
    throw new AssertionError("not settled: " + outcome);
  }

  private IntentSnapshot fenced(Claimed claim, Settlement settlement) {
    SettleOutcome outcome = store.settle(Asking.settle(claim, settlement));
    if (outcome instanceof SettleOutcome.Fenced fenced) {
      return fenced.intent();
    }
    throw new AssertionError("not fenced: " + outcome);
  }

  private IntentSnapshot standing(ClaimRequest request) {
    ClaimOutcome outcome = store.claim(request);
    if (outcome instanceof ClaimOutcome.Standing standing) {
      return standing.intent();
    }
    throw new AssertionError("not standing: " + outcome);
  }

  private static List<String> verdicts(Twice twice) {
    return WORLD.database.query(
        "SELECT kind, receipt, verdict FROM sidegate.late_evidence WHERE intent = '"
            + twice.operation()
            + "' ORDER BY at");
  }

  private static void awaitLockWaiter(CompletableFuture<?> waiting) throws SQLException {
    String waiters =
        "SELECT count(*) > 0 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
            + " AND datname = current_database()";
    while (!waiting.isDone() && WORLD.database.query(waiters).contains("f")) {
      Thread.onSpinWait();
    }
  }
}
