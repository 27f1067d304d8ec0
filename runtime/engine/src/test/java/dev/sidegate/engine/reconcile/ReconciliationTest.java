package dev.sidegate.engine.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sidegate.EffectFailedException;
import dev.sidegate.OutcomeUnknownException;
import dev.sidegate.engine.intent.IntentKey;
import dev.sidegate.engine.key.ActionKey;
import dev.sidegate.engine.world.PostgresServer;
import dev.sidegate.engine.world.TestDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Doubts that end by asking a real provider, which counts what it booked. */
class ReconciliationTest {
  /** Nobody waits for a lookup. */
  private static final String[] IMPATIENT = {"retry.patience", "0s"};

  /** Nobody asks before the test says so. */
  private static final String[] LATER = {"retry.patience", "0s", "reconcile.settle-delay", "1h"};

  @TempDir Path directory;

  private final TestDatabase database = PostgresServer.shared().freshDatabase();
  private final RefundProvider provider = new RefundProvider();

  @AfterEach
  void stop() {
    provider.close();
  }

  @Test
  void aLostAnswerIsFoundByTheTimerAndTheNextCallGetsTheResult() throws Throwable {
    try (RefundJvm jvm = jvm(IMPATIENT).withTarget()) {
      jvm.tool.loseAnswers();
      assertUnknown(jvm);

      untilIntent("COMPLETED|null");

      assertThat(jvm.refund("A7", 4500)).isEqualTo("refunded 4500, receipt re_A7");
      assertThat(provider.booked()).containsExactly("A7");
      assertThat(intent("receipt")).isEqualTo("re_A7");
      assertThat(database.query("SELECT kind, from_state, to_state FROM sidegate.audit_event"))
          .endsWith("RECONCILED|UNKNOWN|COMPLETED");
    }
  }

  @Test
  void theLookupIsGivenTheStoredArgumentsInItsOwnOrderAndTheActionKey() throws Throwable {
    try (RefundJvm jvm = jvm(IMPATIENT).withTarget()) {
      jvm.tool.loseAnswers();
      assertUnknown(jvm);
      untilIntent("COMPLETED|null");

      String actionKey =
          ActionKey.of(new IntentKey("", "refund", "refund:A7"), 1)
              .format(dev.sidegate.KeyFormat.HEX32);
      assertThat(jvm.tool.queries()).containsExactly("A7 4500 " + actionKey);
    }
  }

  @Test
  void aCallerThatAsksAgainAtOnceWaitsForTheLookupAndGetsTheResult() throws Throwable {
    try (RefundJvm jvm = jvm()) {
      jvm.tool.loseAnswers();
      assertUnknown(jvm);

      assertThat(jvm.refund("A7", 4500)).isEqualTo("refunded 4500, receipt re_A7");
      assertThat(provider.booked()).containsExactly("A7");
      assertThat(provider.lookups()).isEqualTo(1);
    }
  }

  @Test
  void noLookupBeginsBeforeTheSettleDelayHasPassed() throws Throwable {
    try (RefundJvm jvm = jvm("reconcile.settle-delay", "2s").withTarget()) {
      provider.showBookingsAfter(TimeUnit.MILLISECONDS.toNanos(1500));
      jvm.tool.loseAnswers();
      assertUnknown(jvm);

      assertThat(jvm.refund("A7", 4500)).isEqualTo("refunded 4500, receipt re_A7");
      assertThat(provider.firstLookupAfterNanos()).isGreaterThan(TimeUnit.SECONDS.toNanos(2));
      assertThat(provider.booked()).containsExactly("A7");
    }
  }

  @Test
  void aSettleDelayOfZeroIsNotTakenFromAProviderWithoutKeys() throws Throwable {
    try (RefundJvm jvm = jvm("reconcile.settle-delay", "0s").withTarget()) {
      jvm.tool.loseAnswers();
      assertUnknown(jvm);

      assertThat(intent("settle_delay_millis")).isEqualTo("1000");
    }
  }

  @Test
  void aLostRequestIsTriedAgainOnceTheProviderHasNothingAndNothingCanCome() throws Throwable {
    try (RefundJvm jvm = jvm(LATER).withTarget()) {
      jvm.tool.loseRequests();
      assertUnknown(jvm);
      settleDelayHasPassedAndSomethingMayStillCome(false);

      untilIntent("FAILED_RETRYABLE|null");
      assertThat(provider.booked()).isEmpty();
      jvm.tool.loseNothing();
      assertThat(jvm.refund("A7", 4500)).isEqualTo("refunded 4500, receipt re_A7");
      assertThat(provider.booked()).containsExactly("A7");
    }
  }

  @Test
  void whileSomethingMayStillComeNotAppliedIsNoPermission() throws Throwable {
    try (RefundJvm jvm = jvm(LATER).withTarget()) {
      jvm.tool.loseRequests();
      assertUnknown(jvm);
      settleDelayHasPassedAndSomethingMayStillCome(true);

      untilIntent("UNKNOWN|undetermined");
      jvm.tool.loseNothing();
      assertUnknown(jvm);
      assertThat(provider.booked()).isEmpty();
    }
  }

  @Test
  void aLookupThatFailsIsNeverAbsent() throws Throwable {
    try (RefundJvm jvm = jvm(IMPATIENT).withTarget()) {
      provider.answerLookupsWith(500);
      jvm.tool.loseAnswers();
      assertUnknown(jvm);
      untilProbes("UNDETERMINED|the lookup threw java.io.IOException: the provider answered 500");
      assertThat(intent("state, hold_reason, next_probe_at > clock_timestamp()"))
          .isEqualTo("UNKNOWN|null|t");

      provider.answerLookupsWith(200);
      due();
      untilIntent("COMPLETED|null");
      assertThat(provider.booked()).containsExactly("A7");
    }
  }

  @Test
  void aLookupThatReturnsNullIsNeverAbsent() throws Throwable {
    try (RefundJvm jvm = jvm(IMPATIENT).withTarget()) {
      jvm.tool.answerLookupsWithNull();
      jvm.tool.loseRequests();
      assertUnknown(jvm);

      untilProbes("UNDETERMINED|the lookup returned null");
      assertThat(intent("state")).isEqualTo("UNKNOWN");
    }
  }

  @Test
  void aLookupThatTakesTooLongIsNeverAbsent() throws Throwable {
    CountDownLatch held = provider.holdLookups();
    try (RefundJvm jvm = jvm("retry.patience", "0s", "lease", "1s").withTarget()) {
      jvm.tool.loseRequests();
      assertUnknown(jvm);

      untilProbes("UNDETERMINED|no answer within 800 ms");
      assertThat(intent("state")).isEqualTo("UNKNOWN");
    } finally {
      held.countDown();
    }
  }

  @Test
  void whatIsBookedTwiceWaitsForAPerson() throws Throwable {
    try (RefundJvm jvm = jvm(IMPATIENT).withTarget()) {
      jvm.tool.loseAnswers();
      CountDownLatch held = provider.holdLookups();
      assertUnknown(jvm);
      new RefundTool(provider).refund("A7", 4500); // by a program without a gate
      held.countDown();

      untilIntent("UNKNOWN|conflict");
      assertThat(intent("reason")).isEqualTo("booked 2 times");
    }
  }

  @Test
  void anOperatorWhoSettlesWhileTheLookupRunsWins() throws Throwable {
    CountDownLatch held = provider.holdLookups();
    try (RefundJvm jvm = jvm(IMPATIENT).withTarget()) {
      jvm.tool.loseAnswers();
      assertUnknown(jvm);
      await().until(() -> provider.lookups() == 1);

      abandon();
      held.countDown();

      untilProbes("APPLIED|null");
      assertThat(intent("state, receipt")).isEqualTo("ABANDONED|null");
      assertThat(database.query("SELECT moved FROM sidegate.reconciliation_probe"))
          .containsExactly("f");
    }
  }

  @Test
  void ofTwoJvmsOneAsks() throws Throwable {
    try (RefundJvm first = jvm(IMPATIENT).withTarget();
        RefundJvm second =
            new RefundJvm(database, directory.resolve("second"), provider, IMPATIENT)) {
      second.withTarget();
      CountDownLatch held = provider.holdLookups();
      first.tool.loseAnswers();
      assertUnknown(first);
      await().until(() -> provider.lookups() == 1);
      assertUnknown(second);
      held.countDown();

      untilIntent("COMPLETED|null");
      assertThat(provider.lookups()).isEqualTo(1);
      assertThat(second.refund("A7", 4500)).isEqualTo("refunded 4500, receipt re_A7");
    }
  }

  @Test
  void whatAKilledProcessBeganIsFoundByAnotherOne() throws Throwable {
    try (RefundJvm killed = jvm(IMPATIENT)) {
      killed.enter("A7", 4500);
      killed.tool.refund("A7", 4500);
    }
    endLease();
    try (RefundJvm next = jvm(IMPATIENT).withTarget()) {
      assertUnknown(next);
      untilIntent("COMPLETED|null");

      assertThat(next.refund("A7", 4500)).isEqualTo("refunded 4500, receipt re_A7");
      assertThat(provider.booked()).containsExactly("A7");
    }
  }

  @Test
  void whatAKilledProcessNeverSentIsTriedAgain() throws Throwable {
    try (RefundJvm killed = jvm(IMPATIENT)) {
      killed.enter("A7", 4500);
    }
    endLease();
    try (RefundJvm next = jvm()) {
      assertThat(next.refund("A7", 4500))
          .as("it ran under the wire's lease check, and its lease has ended")
          .isEqualTo("refunded 4500, receipt re_A7");
      assertThat(provider.booked()).containsExactly("A7");
      assertThat(provider.lookups()).isEqualTo(1);
    }
  }

  @Test
  void aProcessThatOnlyBuiltItsToolAsksAboutWhatOthersLeft() throws Throwable {
    try (RefundJvm gone = jvm(LATER)) {
      gone.tool.loseAnswers();
      assertUnknown(gone);
    }
    due();
    try (RefundJvm next = jvm(IMPATIENT).withTarget()) {
      untilIntent("COMPLETED|null");

      assertThat(next.tool.queries()).hasSize(1);
      assertThat(provider.booked()).containsExactly("A7");
    }
  }

  @Test
  void aProcessThatIsKilledWhileItAsksLeavesTheDoubtToTheNext() throws Throwable {
    CountDownLatch held = provider.holdLookups();
    try (RefundJvm killed = jvm(IMPATIENT).withTarget()) {
      killed.tool.loseAnswers();
      assertUnknown(killed);
      await().until(() -> provider.lookups() == 1);
    }
    endProbeLease();
    provider.holdLookups().countDown();
    try (RefundJvm next = jvm(IMPATIENT).withTarget()) {
      due();
      untilIntent("COMPLETED|null");

      assertThat(next.refund("A7", 4500)).isEqualTo("refunded 4500, receipt re_A7");
      assertThat(provider.booked()).containsExactly("A7");
      assertThat(
              database.query(
                  "SELECT verdict, detail FROM sidegate.reconciliation_probe ORDER BY number"))
          .containsExactly(
              "UNDETERMINED|the process that asked ended without an answer", "APPLIED|null");
    } finally {
      held.countDown();
    }
  }

  @Test
  void aReceiptThatComesTooLateLeavesAnEventOfItsProcess() throws Throwable {
    try (RefundJvm slow = jvm(LATER);
        RefundJvm other = new RefundJvm(database, directory.resolve("other"), provider, LATER)) {
      Object running = slow.enter("A7", 4500);
      endLease();
      assertUnknown(other);
      abandon();

      slow.receipt("re_A7");

      await()
          .atMost(Duration.ofSeconds(20))
          .untilAsserted(
              () ->
                  assertThat(
                          database.query(
                              "SELECT detail::json ->> 'ended' FROM sidegate.audit_event"
                                  + " WHERE kind = 'LATE_EVIDENCE'"))
                      .containsExactly("RECEIPT"));
      assertThat(intent("state, hold_reason")).isEqualTo("ABANDONED|contradicted");
      slow.threw(running, new IllegalStateException("too late"));
    }
  }

  @Test
  void withoutATargetTheTimerLeavesADoubtToOthers() throws Throwable {
    try (RefundJvm jvm = jvm(IMPATIENT).withTarget()) {
      jvm.build(new RefundTool(provider)); // nobody knows which of two
      jvm.tool.loseAnswers();
      assertUnknown(jvm);
      due();

      jvm.register(jvm.tool);

      untilIntent("COMPLETED|null");
      assertThat(provider.lookups()).as("before it was registered nobody could ask").isEqualTo(1);
    }
  }

  @Test
  void anExhaustedBudgetIsSaidWhenNothingWasApplied() throws Throwable {
    try (RefundJvm jvm =
        jvm("reconcile.settle-delay", "1h", "retry.max-attempts", "1").withTarget()) {
      jvm.tool.loseRequests();
      assertUnknown(jvm);
      settleDelayHasPassedAndSomethingMayStillCome(false);

      untilIntent("FAILED_RETRYABLE|exhausted");
      assertThatThrownBy(() -> jvm.refund("A7", 4500)).isInstanceOf(EffectFailedException.class);
    }
  }

  private RefundJvm jvm(String... settings) {
    return new RefundJvm(database, directory.resolve("journal"), provider, settings);
  }

  private static void assertUnknown(RefundJvm jvm) {
    assertThatThrownBy(() -> jvm.refund("A7", 4500)).isInstanceOf(OutcomeUnknownException.class);
  }

  private String intent(String columns) {
    return database.query("SELECT " + columns + " FROM sidegate.intent").get(0);
  }

  private void untilIntent(String stateAndHold) {
    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(() -> assertThat(intent("state, hold_reason")).isEqualTo(stateAndHold));
  }

  private void untilProbes(String... verdictsAndDetails) {
    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(
            () ->
                assertThat(
                        database.query(
                            "SELECT verdict, detail FROM sidegate.reconciliation_probe"
                                + " ORDER BY number"))
                    .containsExactly(verdictsAndDetails));
  }

  private void due() {
    database.execute(
        "UPDATE sidegate.intent SET next_probe_at = clock_timestamp() WHERE state = 'UNKNOWN'");
  }

  private void endLease() {
    database.execute("UPDATE sidegate.intent SET expires_at = clock_timestamp() - interval '1 ms'");
  }

  private void endProbeLease() {
    database.execute("UPDATE sidegate.reconciliation_probe SET expires_at = clock_timestamp()");
  }

  /**
   * As the wire's evidence says of an attempt: work on a thread that nobody ties to it, or none.
   */
  private void settleDelayHasPassedAndSomethingMayStillCome(boolean canSend) {
    database.execute(
        """
        BEGIN;
        UPDATE sidegate.attempt SET can_send = %s, ended_at = ended_at - interval '2 hours';
        UPDATE sidegate.intent SET next_probe_at = clock_timestamp();
        COMMIT;
        """
            .formatted(canSend));
  }

  private void abandon() {
    database.execute(
        """
        UPDATE sidegate.intent SET state = 'ABANDONED', version = version + 1, lease_owner = NULL,
          expires_at = NULL, audit_sequence = audit_sequence + 1
        """);
  }
}
