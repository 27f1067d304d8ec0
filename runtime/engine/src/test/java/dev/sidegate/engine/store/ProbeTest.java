package dev.sidegate.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sidegate.FailureClass;
import dev.sidegate.engine.intent.AttemptEvidence;
import dev.sidegate.engine.intent.ClaimOutcome;
import dev.sidegate.engine.intent.ClaimRequest;
import dev.sidegate.engine.intent.Claimed;
import dev.sidegate.engine.intent.Finding;
import dev.sidegate.engine.intent.LeaseOwner;
import dev.sidegate.engine.intent.Probe;
import dev.sidegate.engine.intent.ProbeAnswer;
import dev.sidegate.engine.intent.ProbeEnd;
import dev.sidegate.engine.intent.ProbeRequest;
import dev.sidegate.engine.intent.ProbeStep;
import dev.sidegate.engine.intent.ProviderPromise;
import dev.sidegate.engine.intent.SettleRequest;
import dev.sidegate.engine.intent.Settlement;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Lookups about doubts, as the database keeps them apart. */
class ProbeTest {
  private static final StoreWorld WORLD = new StoreWorld();
  private static final String RECONCILER = "find@1";
  private static final AttemptEvidence ENDED = new AttemptEvidence(false, 1);

  @AfterAll
  static void end() {
    WORLD.close();
  }

  @Test
  void appliedCompletesTheDoubtWithReceiptAndResult() {
    Claimed claim = doubt("refund:applied", AttemptEvidence.NONE);
    Probe probe = begun(claim);

    assertThat(WORLD.store.endProbe(applied(probe))).isTrue();

    assertThat(intent(claim, "state, receipt, unresolved, hold_reason, next_probe_at, failure"))
        .isEqualTo("COMPLETED|re_1|0|null|null|null");
    assertThat(WORLD.attemptStates(claim.operation())).containsExactly("COMPLETED");
    assertThat(WORLD.events(claim.operation())).endsWith("RECONCILED|UNKNOWN|COMPLETED");
    ClaimOutcome again = WORLD.store.claim(asked("refund:applied"));
    assertThat(again)
        .isInstanceOfSatisfying(
            ClaimOutcome.Standing.class,
            standing -> assertThat(standing.intent().result()).isEqualTo(bytes("done")));
  }

  @Test
  void theLookupIsGivenWhatWasStored() {
    Claimed claim = doubt("refund:given", ENDED);
    Probe probe = begun(claim);

    assertThat(probe.key()).isEqualTo(claim.key());
    assertThat(probe.payload().stored()).isEqualTo(bytes("payload"));
    assertThat(probe.payload().hash()).isEqualTo(Asking.payload("payload").hash());
    assertThat(probe.generation()).isEqualTo(1);
    assertThat(probe.providerRequestIds()).containsExactly("req-1", "req-2");
    assertThat(probe.firstAttemptAt()).isNotNull();
  }

  @Test
  void notAppliedPermitsTheNextAttemptWhereNothingCanBeSentAnyMore() {
    Claimed claim = doubt("refund:silent", ENDED);
    Probe probe = begun(claim);

    assertThat(probe.facts().silent()).isTrue();
    assertThat(WORLD.store.endProbe(notApplied(probe, ProbeStep.FAIL))).isTrue();

    assertThat(intent(claim, "state, hold_reason, unresolved"))
        .isEqualTo("FAILED_RETRYABLE|null|0");
    assertThat(WORLD.attemptStates(claim.operation())).containsExactly("NOT_APPLIED");
    assertThat(WORLD.store.claim(asked("refund:silent"))).isInstanceOf(ClaimOutcome.Granted.class);
  }

  @Test
  void notAppliedProvesNothingWhileAnAttemptMaySend() {
    Claimed claim = doubt("refund:sending", AttemptEvidence.NONE);
    Probe probe = begun(claim);

    assertThat(probe.facts().quiet()).isFalse();
    assertThat(probe.facts().silent()).isFalse();
    assertThat(WORLD.store.endProbe(notApplied(probe, ProbeStep.FAIL)))
        .as("whatever the caller asks for, SQL refuses")
        .isFalse();
    assertThat(WORLD.state(claim.operation())).isEqualTo("UNKNOWN");
  }

  @Test
  void notAppliedProvesNothingBeforeTheSettleDelayHasPassed() {
    Claimed claim = doubt("refund:lagging", ENDED);
    due(claim);
    WORLD.database.execute(
        "UPDATE sidegate.attempt SET ended_at = clock_timestamp() WHERE intent = '"
            + claim.operation()
            + "'");
    Probe probe = begunNow(claim);

    assertThat(probe.facts().quiet()).isTrue();
    assertThat(probe.facts().silent()).isFalse();
    assertThat(WORLD.store.endProbe(notApplied(probe, ProbeStep.FAIL))).isFalse();
    assertThat(WORLD.state(claim.operation())).isEqualTo("UNKNOWN");
  }

  @Test
  void oneOfTwoAttemptsThatMaySendIsEnoughForDoubt() {
    ProviderPromise keyed = new ProviderPromise(Duration.ofHours(24), false);
    Claimed first = doubt("refund:two", AttemptEvidence.NONE, keyed);
    Claimed second = Asking.granted(WORLD.store.claim(asked("refund:two", keyed)));
    WORLD.store.settle(new SettleRequest(second, Asking.doubt(), List.of(), ENDED));
    Probe probe = begun(first);

    assertThat(probe.facts().quiet()).isFalse();
    assertThat(probe.facts().repeatable()).isTrue();
    assertThat(WORLD.store.endProbe(notApplied(probe, ProbeStep.FAIL))).isFalse();
  }

  @Test
  void insideTheWindowOfItsKeysNotAppliedPermitsTheNextAttemptAndStaysDoubt() {
    ProviderPromise keyed = new ProviderPromise(Duration.ofHours(24), false);
    Claimed claim = doubt("refund:keyed", AttemptEvidence.NONE, keyed, Duration.ofHours(1));
    assertThat(WORLD.store.claim(asked("refund:keyed", keyed)))
        .as("before its back-off has passed")
        .isInstanceOf(ClaimOutcome.Standing.class);
    Probe probe = begun(claim);

    assertThat(WORLD.store.endProbe(notApplied(probe, ProbeStep.PERMIT))).isTrue();

    assertThat(intent(claim, "state, unresolved, next_probe_at > clock_timestamp()"))
        .isEqualTo("UNKNOWN|1|t");
    assertThat(WORLD.store.claim(asked("refund:keyed", keyed)))
        .isInstanceOf(ClaimOutcome.Granted.class);
  }

  @Test
  void afterTheWindowOfItsKeysNothingIsRepeatable() {
    ProviderPromise keyed = new ProviderPromise(Duration.ofHours(24), false);
    Claimed claim = doubt("refund:window", AttemptEvidence.NONE, keyed);
    WORLD.database.execute(
        "UPDATE sidegate.intent SET keyed_until = clock_timestamp() WHERE operation = '"
            + claim.operation()
            + "'");

    assertThat(begun(claim).facts().repeatable()).isFalse();
  }

  @Test
  void aConflictWaitsForAPersonAndIsNotAskedAgain() {
    Claimed claim = doubt("refund:conflict", ENDED);
    Probe probe = begun(claim);

    WORLD.store.endProbe(
        new ProbeEnd(probe, new Finding.Conflict("two of them"), ProbeStep.HOLD_CONFLICT));

    assertThat(intent(claim, "state, hold_reason, reason, next_probe_at"))
        .isEqualTo("UNKNOWN|conflict|two of them|null");
    assertThat(WORLD.store.beginProbes(request(claim)))
        .containsExactly(new ProbeAnswer.Held(claim.operation()));
    assertThat(WORLD.store.claim(asked("refund:conflict")))
        .isInstanceOf(ClaimOutcome.Standing.class);
  }

  @Test
  void undeterminedIsAskedAgainAfterABackOffThatGrows() {
    Claimed claim = doubt("refund:undetermined", ENDED);
    for (int lookup = 1; lookup <= 4; lookup++) {
      Probe probe = begun(claim);
      WORLD.store.endProbe(
          new ProbeEnd(probe, new Finding.Undetermined("timeout"), ProbeStep.ASK_AGAIN));
      int bound = 2 << (lookup - 1);
      assertThat(
              intent(
                  claim,
                  "state, probes, extract(epoch FROM next_probe_at - changed_at) BETWEEN "
                      + bound / 2
                      + " AND "
                      + bound))
          .isEqualTo("UNKNOWN|" + lookup + "|t");
    }
    assertThat(WORLD.database.query("SELECT DISTINCT verdict, moved FROM " + probes(claim)))
        .containsExactly("UNDETERMINED|t");
  }

  @Test
  void ofManyWhoAskOneBegins() {
    Claimed claim = doubt("refund:race", ENDED);
    due(claim);

    List<List<ProbeAnswer>> answers =
        Together.call(16, caller -> WORLD.store.beginProbes(request(claim)));

    assertThat(answers.stream().flatMap(List::stream))
        .filteredOn(ProbeAnswer.Begun.class::isInstance)
        .hasSize(1);
    assertThat(WORLD.database.query("SELECT count(*) FROM " + probes(claim))).containsExactly("1");
  }

  @Test
  void aLookupWhoseProcessEndedCountsAsUndeterminedAndIsNotRepeatedAtOnce() {
    Claimed claim = doubt("refund:died", ENDED);
    Probe lost = begun(claim);
    assertThat(WORLD.store.beginProbes(request(claim)))
        .hasOnlyElementsOfType(ProbeAnswer.Wait.class);
    assertThat(
            intent(
                claim,
                "next_probe_at > (SELECT expires_at + interval '1 s' FROM " + probes(claim) + ")"))
        .as("a back-off begins with the end of its lease")
        .isEqualTo("t");

    endProbeLease(claim);
    due(claim);
    assertThat(WORLD.store.beginProbes(request(claim)))
        .hasOnlyElementsOfType(ProbeAnswer.Wait.class);
    assertThat(WORLD.database.query("SELECT verdict, detail FROM " + probes(claim)))
        .containsExactly("UNDETERMINED|the process that asked ended without an answer");
    assertThat(WORLD.events(claim.operation())).endsWith("RECONCILED|UNKNOWN|UNKNOWN");

    assertThat(WORLD.store.endProbe(applied(lost)))
        .as("the process was not dead, only slow: its word comes too late")
        .isFalse();
    assertThat(WORLD.store.beginProbes(request(claim)))
        .hasOnlyElementsOfType(ProbeAnswer.Begun.class);
  }

  @Test
  void aLookupThatNeverEndsBeyondTheLimitWaitsForAPerson() {
    Claimed claim = doubt("refund:died-late", ENDED);
    begun(claim);
    endProbeLease(claim);
    age(claim, "25 hours");
    due(claim);

    assertThat(WORLD.store.beginProbes(request(claim)))
        .containsExactly(new ProbeAnswer.Held(claim.operation()));
    assertThat(intent(claim, "hold_reason")).isEqualTo("undetermined");
  }

  @Test
  void anOperatorWhoDecidesMeanwhileWins() {
    Claimed claim = doubt("refund:decided", ENDED);
    Probe probe = begun(claim);
    try (OperatorStore operator = WORLD.openOperator()) {
      long version = operator.history(claim.operation()).orElseThrow().intent().version();
      operator.decide(
          new Decision(
              UUID.randomUUID(),
              claim.operation(),
              version,
              new Decision.NotApplied(),
              "looked myself"));
    }

    assertThat(WORLD.store.endProbe(applied(probe))).isFalse();

    assertThat(intent(claim, "state, receipt")).isEqualTo("FAILED_RETRYABLE|null");
    assertThat(WORLD.database.query("SELECT verdict, receipt, moved FROM " + probes(claim)))
        .containsExactly("APPLIED|re_1|f");
  }

  @Test
  void aLookupThatBeganBeforeALaterAttemptSaysNothingAboutIt() {
    ProviderPromise keyed = new ProviderPromise(Duration.ofHours(24), false);
    Claimed claim = doubt("refund:older", ENDED, keyed);
    Probe probe = begun(claim);
    Claimed later = Asking.granted(WORLD.store.claim(asked("refund:older", keyed)));
    WORLD.store.settle(new SettleRequest(later, Asking.doubt(), List.of(), ENDED));

    assertThat(WORLD.store.endProbe(notApplied(probe, ProbeStep.FAIL))).isFalse();
    assertThat(WORLD.state(claim.operation())).isEqualTo("UNKNOWN");
  }

  @Test
  void aStoredReceiptCompletesWithoutAsking() {
    Claimed claim = Asking.granted(WORLD.store.claim(asked("refund:receipt")));
    WORLD.store.keepReceipt(claim, "re_7");
    WORLD.endLease(claim.operation());
    WORLD.store.claim(asked("refund:receipt"));
    assertThat(WORLD.state(claim.operation())).isEqualTo("UNKNOWN");
    due(claim);

    assertThat(WORLD.store.beginProbes(nobody(claim)))
        .containsExactly(new ProbeAnswer.Moved(claim.operation()));
    assertThat(intent(claim, "state, receipt, unresolved")).isEqualTo("COMPLETED|re_7|0");
    assertThat(WORLD.database.query("SELECT count(*) FROM " + probes(claim))).containsExactly("0");
  }

  @Test
  void anotherReconcilerDoesNotSettleOldDoubtSilently() {
    Claimed claim = doubt("refund:version", ENDED);
    due(claim);
    ProbeRequest other = request(claim, "find@2");
    assertThat(WORLD.store.beginProbes(other))
        .as("a JVM with the pinned one comes first, while versions are rolled out")
        .hasOnlyElementsOfType(ProbeAnswer.Wait.class);

    WORLD.database.execute(
        "UPDATE sidegate.intent SET next_probe_at = clock_timestamp() - interval '6 minutes'"
            + " WHERE operation = '"
            + claim.operation()
            + "'");
    assertThat(WORLD.store.beginProbes(other))
        .containsExactly(new ProbeAnswer.Held(claim.operation()));
    assertThat(intent(claim, "state, hold_reason, reason"))
        .isEqualTo(
            "UNKNOWN|undetermined|the doubt arose under the reconciler find@1; here the effect has"
                + " find@2, which does not settle it by itself");
  }

  @Test
  void whatNobodyCouldAskAboutWithinTheLimitWaitsForAPerson() {
    Claimed claim = doubt("refund:nobody", ENDED);
    due(claim);
    assertThat(WORLD.store.beginProbes(nobody(claim)))
        .hasOnlyElementsOfType(ProbeAnswer.Wait.class);

    age(claim, "25 hours");
    assertThat(WORLD.store.dueProbes(List.of(), Duration.ZERO, 10))
        .anyMatch(probe -> probe.operation().equals(claim.operation()));
    assertThat(WORLD.store.beginProbes(nobody(claim)))
        .containsExactly(new ProbeAnswer.Held(claim.operation()));
    assertThat(intent(claim, "hold_reason")).isEqualTo("undetermined");
  }

  @Test
  void whatIsListedIsWhatCanBeAskedAboutHereByTime() {
    Claimed claim = doubt("refund:listed", ENDED);
    assertThat(listed(claim, RECONCILER, Duration.ZERO)).isFalse();
    assertThat(listed(claim, RECONCILER, Duration.ofSeconds(10)))
        .as("soon is listed with its time")
        .isTrue();

    due(claim);
    assertThat(listed(claim, RECONCILER, Duration.ZERO)).isTrue();
    assertThat(listed(claim, "find@2", Duration.ZERO)).isFalse();
    begun(claim);
    assertThat(listed(claim, RECONCILER, Duration.ZERO)).isFalse();
  }

  @Test
  void aLookupThatHasEndedStaysAsItEnded() {
    Claimed claim = doubt("refund:ended", ENDED);
    Probe probe = begun(claim);
    WORLD.store.endProbe(applied(probe));

    assertThat(WORLD.store.endProbe(applied(probe))).isFalse();
    assertThatThrownBy(
            () ->
                WORLD.database.execute(
                    "UPDATE sidegate.reconciliation_probe SET verdict = 'NOT_APPLIED',"
                        + " receipt = NULL WHERE intent = '"
                        + claim.operation()
                        + "'"))
        .hasStackTraceContaining("stays as it ended");
  }

  private static Claimed doubt(String key, AttemptEvidence evidence) {
    return doubt(key, evidence, ProviderPromise.NONE);
  }

  private static Claimed doubt(String key, AttemptEvidence evidence, ProviderPromise promise) {
    return doubt(key, evidence, promise, Duration.ZERO);
  }

  private static Claimed doubt(
      String key, AttemptEvidence evidence, ProviderPromise promise, Duration delay) {
    Claimed claim = Asking.granted(WORLD.store.claim(asked(key, promise)));
    WORLD.store.settle(
        new SettleRequest(
            claim,
            new Settlement.Doubt(Asking.failure(FailureClass.UNKNOWN_AFTER_START), delay),
            List.of("req-1", "req-2"),
            evidence));
    return claim;
  }

  private static ClaimRequest asked(String key) {
    return asked(key, ProviderPromise.NONE);
  }

  private static ClaimRequest asked(String key, ProviderPromise promise) {
    return Asking.withReconciler(Asking.with(Asking.claim(key), promise), RECONCILER);
  }

  /** Its settle delay has passed, and its time has come. */
  private static void due(Claimed claim) {
    WORLD.database.execute(
        """
        UPDATE sidegate.attempt SET ended_at = ended_at - interval '1 minute'
          WHERE intent = '%1$s' AND ended_at IS NOT NULL;
        UPDATE sidegate.intent SET next_probe_at = clock_timestamp() WHERE operation = '%1$s';
        """
            .formatted(claim.operation()));
  }

  private static void age(Claimed claim, String by) {
    WORLD.database.execute(
        "UPDATE sidegate.intent SET doubt_since = doubt_since - interval '%s' WHERE operation = '%s'"
            .formatted(by, claim.operation()));
  }

  private static void endProbeLease(Claimed claim) {
    WORLD.database.execute(
        "UPDATE sidegate.reconciliation_probe SET expires_at = clock_timestamp() WHERE intent = '"
            + claim.operation()
            + "'");
  }

  private static Probe begun(Claimed claim) {
    due(claim);
    return begunNow(claim);
  }

  private static Probe begunNow(Claimed claim) {
    ProbeAnswer answer = WORLD.store.beginProbes(request(claim)).get(0);
    if (answer instanceof ProbeAnswer.Begun begun) {
      return begun.probe();
    }
    throw new AssertionError("not begun: " + answer);
  }

  private static ProbeRequest request(Claimed claim) {
    return request(claim, RECONCILER);
  }

  private static ProbeRequest request(Claimed claim, String reconciler) {
    return new ProbeRequest(List.of(claim.operation()), List.of(askable(reconciler)), owner());
  }

  private static ProbeRequest nobody(Claimed claim) {
    return new ProbeRequest(List.of(claim.operation()), List.of(), owner());
  }

  private static LeaseOwner owner() {
    return new LeaseOwner(UUID.randomUUID());
  }

  private static ProbeRequest.Askable askable(String reconciler) {
    return new ProbeRequest.Askable("refund", reconciler, Asking.LEASE, Duration.ofHours(24));
  }

  private static boolean listed(Claimed claim, String reconciler, Duration horizon) {
    return WORLD.store.dueProbes(List.of(askable(reconciler)), horizon, 1000).stream()
        .anyMatch(probe -> probe.operation().equals(claim.operation()));
  }

  private static ProbeEnd applied(Probe probe) {
    return new ProbeEnd(probe, new Finding.Applied("re_1", bytes("done")), ProbeStep.COMPLETE);
  }

  private static ProbeEnd notApplied(Probe probe, ProbeStep step) {
    return new ProbeEnd(probe, new Finding.NotApplied(), step);
  }

  private static String intent(Claimed claim, String columns) {
    return WORLD
        .database
        .query(
            "SELECT %s FROM sidegate.intent WHERE operation = '%s'"
                .formatted(columns, claim.operation()))
        .get(0);
  }

  private static String probes(Claimed claim) {
    return "sidegate.reconciliation_probe WHERE intent = '" + claim.operation() + "'";
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
