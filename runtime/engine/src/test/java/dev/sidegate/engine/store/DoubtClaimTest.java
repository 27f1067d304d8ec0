package dev.sidegate.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.engine.intent.AttemptEvidence;
import dev.sidegate.engine.intent.Budget;
import dev.sidegate.engine.intent.ClaimOutcome;
import dev.sidegate.engine.intent.ClaimRequest;
import dev.sidegate.engine.intent.Claimed;
import dev.sidegate.engine.intent.HoldReason;
import dev.sidegate.engine.intent.IntentSnapshot;
import dev.sidegate.engine.intent.IntentState;
import dev.sidegate.engine.intent.ProviderPromise;
import dev.sidegate.engine.intent.SettleOutcome;
import dev.sidegate.engine.intent.SettleRequest;
import dev.sidegate.engine.intent.Settlement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** What leads out of doubt without asking the provider: its promise, and nothing else. */
class DoubtClaimTest {
  private static final ProviderPromise KEYED = new ProviderPromise(Duration.ofHours(24), false);
  private static final ProviderPromise IDEMPOTENT = new ProviderPromise(null, true);
  private static final StoreWorld WORLD = new StoreWorld();

  private final PostgresStore store = WORLD.store;

  @AfterAll
  static void end() {
    WORLD.close();
  }

  @Test
  void withoutAPromiseADoubtIsNeverClaimed() {
    doubt(Asking.claim("refund:1"));

    IntentSnapshot intent = standing(Asking.claim("refund:1"));
    assertThat(intent.state()).isEqualTo(IntentState.UNKNOWN);
    assertThat(intent.hold()).isEqualTo(HoldReason.UNDETERMINED);
    assertThat(standing(Asking.with(Asking.claim("refund:1"), KEYED)).state())
        .as("a promise that came later does not cover what was sent before")
        .isEqualTo(IntentState.UNKNOWN);
    assertThat(standing(Asking.with(Asking.claim("refund:1"), IDEMPOTENT)).state())
        .isEqualTo(IntentState.UNKNOWN);
  }

  @Test
  void aKeyedEffectsDoubtIsClaimedInsideTheProvidersWindow() {
    Claimed first = doubt(keyed("refund:2"));

    Claimed second = Asking.granted(store.claim(keyed("refund:2")));
    assertThat(second.operation()).isEqualTo(first.operation());
    assertThat(second.generation()).as("the action key stays").isEqualTo(first.generation());
    assertThat(second.attempt()).isEqualTo(2);
    assertThat(WORLD.attemptStates(first.operation())).containsExactly("UNKNOWN", "RUNNING");

    store.settle(Asking.settle(second, Asking.completed("done")));
    assertThat(column("refund:2", "state || unresolved")).isEqualTo("COMPLETED0");
  }

  @Test
  void anExpiredLeaseOfAKeyedEffectMayBeClaimedToo() {
    Claimed first = Asking.granted(store.claim(keyed("refund:3")));
    WORLD.endLease(first.operation());

    assertThat(standing(keyed("refund:3")).state())
        .as("law 2: the lease's end alone leads to doubt")
        .isEqualTo(IntentState.UNKNOWN);
    Asking.granted(store.claim(keyed("refund:3")));
  }

  @Test
  void anAttemptThatCouldOutlastTheWindowDoesNotBegin() {
    doubt(keyed("refund:4"));
    // The longest attempt lasts 15 minutes, the margin is 5 seconds.
    shiftFirstSend("refund:4", "interval '24 hours' - interval '15 minutes 5 seconds'");

    assertThat(standing(keyed("refund:4")).state()).isEqualTo(IntentState.UNKNOWN);

    shiftFirstSend("refund:4", "interval '24 hours' - interval '15 minutes 30 seconds'");
    Asking.granted(store.claim(keyed("refund:4")));
  }

  @Test
  void theLesserOfTwoPromisesCounts() {
    doubt(keyed("refund:5"));
    ProviderPromise shorter = new ProviderPromise(Duration.ofMinutes(10), false);

    assertThat(standing(Asking.with(Asking.claim("refund:5"), shorter)).state())
        .isEqualTo(IntentState.UNKNOWN);
    assertThat(standing(Asking.claim("refund:5")).state()).isEqualTo(IntentState.UNKNOWN);

    ProviderPromise hour = new ProviderPromise(Duration.ofHours(1), false);
    Claimed second = Asking.granted(store.claim(Asking.with(Asking.claim("refund:5"), hour)));
    assertThat(column("refund:5", "keyed_until - first_started_at")).isEqualTo("01:00:00");
    store.settle(Asking.settle(second, Asking.doubt()));
    Asking.granted(store.claim(keyed("refund:5")));
    assertThat(column("refund:5", "keyed_until - first_started_at"))
        .as("and it stays")
        .isEqualTo("01:00:00");
  }

  @Test
  void anIdempotentEffectsDoubtIsClaimedAtAnyTime() {
    doubt(Asking.with(Asking.claim("refund:6"), IDEMPOTENT));

    assertThat(standing(Asking.claim("refund:6")).state())
        .as("a program that no longer promises it does not repeat it")
        .isEqualTo(IntentState.UNKNOWN);
    Asking.granted(store.claim(Asking.with(Asking.claim("refund:6"), IDEMPOTENT)));
  }

  @Test
  void anotherPayloadIsRefusedInDoubtToo() {
    doubt(keyed("refund:7"));

    assertThat(store.claim(Asking.with(Asking.claim("refund:7", "other"), KEYED)))
        .isInstanceOf(ClaimOutcome.OtherPayload.class);
  }

  @Test
  void aDoubtWaitsForItsDelayAndEndsWithItsBudget() {
    Budget two = new Budget(2, Duration.ofMinutes(15));
    ClaimRequest request = Asking.with(Asking.claim("refund:8", "payload", two), KEYED);
    Claimed first = Asking.granted(store.claim(request));
    store.settle(
        Asking.settle(
            first,
            new Settlement.Doubt(
                Asking.failure(dev.sidegate.FailureClass.UNKNOWN_AFTER_START),
                Duration.ofMinutes(1))));
    assertThat(standing(keyed("refund:8")).nextTryAt()).isNotNull();

    WORLD.database.execute(
        "UPDATE sidegate.intent SET next_try_at = clock_timestamp() WHERE key = 'refund:8'");
    store.settle(Asking.settle(Asking.granted(store.claim(keyed("refund:8"))), Asking.doubt()));

    assertThat(standing(keyed("refund:8")))
        .satisfies(
            intent -> {
              assertThat(intent.state()).isEqualTo(IntentState.UNKNOWN);
              assertThat(intent.hold()).isEqualTo(HoldReason.EXHAUSTED);
            });
  }

  @Test
  void aHeldDoubtIsNotClaimed() {
    Claimed claim = doubt(keyed("refund:9"));
    WORLD.database.execute(
        "UPDATE sidegate.intent SET hold_reason = 'conflict' WHERE operation = '"
            + claim.operation()
            + "'");

    assertThat(standing(keyed("refund:9")).hold()).isEqualTo(HoldReason.CONFLICT);
  }

  @Test
  void aClaimHandedBackInDoubtIsInDoubtAgain() {
    Claimed first = doubt(keyed("refund:10"));
    Claimed second = Asking.granted(store.claim(keyed("refund:10")));

    IntentSnapshot intent =
        settled(store.settle(Asking.settle(second, new Settlement.HandedBack("frozen"))));

    assertThat(intent.state()).isEqualTo(IntentState.UNKNOWN);
    assertThat(intent.attempts()).isEqualTo(1);
    assertThat(WORLD.attemptStates(first.operation())).containsExactly("UNKNOWN", "HANDED_BACK");
    Asking.granted(store.claim(keyed("refund:10")));
  }

  @Test
  void aProvenFailureAfterADoubtProvesNothingAboutTheFirst() {
    doubt(keyed("refund:11"));
    Claimed second = Asking.granted(store.claim(keyed("refund:11")));

    assertThat(settled(store.settle(Asking.settle(second, Asking.terminal()))).state())
        .isEqualTo(IntentState.UNKNOWN);
    assertThat(column("refund:11", "unresolved")).isEqualTo("1");
  }

  @Test
  void aCompletionPastTheWindowDoesNotResolveAnEarlierAttempt() {
    doubt(keyed("refund:12"));
    Claimed second = Asking.granted(store.claim(keyed("refund:12")));
    WORLD.database.execute(
        "UPDATE sidegate.intent SET keyed_until = clock_timestamp() WHERE key = 'refund:12'");

    assertThat(settled(store.settle(Asking.settle(second, Asking.completed("done")))).state())
        .isEqualTo(IntentState.UNKNOWN);
    assertThat(WORLD.attemptStates(second.operation())).containsExactly("UNKNOWN", "COMPLETED");
  }

  @Test
  void aNestedCallBeginsNothingAfterTheOuterDeadline() {
    Instant soon = Instant.now().plusSeconds(60);
    Claimed nested = Asking.granted(store.claim(Asking.notAfter(keyed("refund:13"), soon)));
    assertThat(Duration.between(nested.deadline(), soon).abs()).isLessThan(Duration.ofMillis(1));

    Instant past = Instant.now().minusSeconds(60);
    assertThat(store.claim(Asking.notAfter(Asking.claim("refund:14"), past)))
        .isInstanceOf(ClaimOutcome.TooLate.class);
    assertThat(WORLD.database.query("SELECT 1 FROM sidegate.intent WHERE key = 'refund:14'"))
        .isEmpty();

    Claimed retried = Asking.granted(store.claim(Asking.claim("refund:15")));
    store.settle(Asking.settle(retried, Asking.retryable(Duration.ZERO)));
    assertThat(store.claim(Asking.notAfter(Asking.claim("refund:15"), past)))
        .isInstanceOf(ClaimOutcome.TooLate.class);
  }

  @Test
  void aPostponedAttemptIsNotSpent() {
    Claimed first = Asking.granted(store.claim(Asking.claim("refund:16")));

    IntentSnapshot intent =
        settled(
            store.settle(
                Asking.settle(first, new Settlement.Postponed("approval", Duration.ZERO))));

    assertThat(intent.state()).isEqualTo(IntentState.FAILED_RETRYABLE);
    assertThat(intent.attempts()).isZero();
    assertThat(intent.hold()).isNull();
    assertThat(WORLD.attemptStates(first.operation())).containsExactly("NOT_APPLIED");
    assertThat(Asking.granted(store.claim(Asking.claim("refund:16"))).attempt()).isEqualTo(2);
  }

  @Test
  void aDoubtWithAReconcilerIsProbedAfterItsSettleDelay() {
    ClaimRequest request = Asking.withReconciler(Asking.claim("refund:17"), "a.B#find@1");
    doubt(request);

    assertThat(column("refund:17", "next_probe_at - doubt_since")).isEqualTo("00:00:01");
    assertThat(standing(Asking.claim("refund:17")).hold()).as("it moves by itself").isNull();

    Claimed expired =
        Asking.granted(store.claim(Asking.withReconciler(Asking.claim("refund:18"), "a.B#find@1")));
    WORLD.endLease(expired.operation());
    store.claim(Asking.claim("refund:18"));
    assertThat(column("refund:18", "next_probe_at - doubt_since")).isEqualTo("00:00:01");

    Claimed swept =
        Asking.granted(store.claim(Asking.withReconciler(Asking.claim("refund:19"), "a.B#find@1")));
    WORLD.endLease(swept.operation());
    WORLD.sweepAtOnce();
    assertThat(column("refund:19", "next_probe_at - doubt_since")).isEqualTo("00:00:01");
  }

  @Test
  void whatAnAttemptMaySendIsKept() {
    Claimed tied = Asking.granted(store.claim(Asking.watched(Asking.claim("refund:20"))));
    store.settle(new SettleRequest(tied, Asking.doubt(), List.of(), new AttemptEvidence(false, 2)));
    assertThat(attempt(tied)).isEqualTo("t|f|2");

    Claimed expired = Asking.granted(store.claim(Asking.watched(Asking.claim("refund:21"))));
    assertThat(attempt(expired)).as("while it runs").isEqualTo("t|t|0");
    WORLD.endLease(expired.operation());
    store.claim(Asking.claim("refund:21"));
    assertThat(attempt(expired)).as("its wire stopped with its lease").isEqualTo("t|f|0");

    Claimed unwatched = Asking.granted(store.claim(Asking.claim("refund:22")));
    WORLD.endLease(unwatched.operation());
    store.claim(Asking.claim("refund:22"));
    assertThat(attempt(unwatched)).isEqualTo("f|t|0");
  }

  private static ClaimRequest keyed(String key) {
    return Asking.with(Asking.claim(key), KEYED);
  }

  private Claimed doubt(ClaimRequest request) {
    Claimed claim = Asking.granted(store.claim(request));
    store.settle(Asking.settle(claim, Asking.doubt()));
    return claim;
  }

  /** As if the first attempt had begun that long ago. */
  private static void shiftFirstSend(String key, String ago) {
    WORLD.database.execute(
        "SET session_replication_role = replica;"
            + " UPDATE sidegate.intent SET first_started_at = clock_timestamp() - ("
            + ago
            + "), keyed_until = clock_timestamp() - ("
            + ago
            + ") + interval '24 hours' WHERE key = '"
            + key
            + "'");
  }

  private IntentSnapshot standing(ClaimRequest request) {
    ClaimOutcome outcome = store.claim(request);
    if (outcome instanceof ClaimOutcome.Standing standing) {
      return standing.intent();
    }
    throw new AssertionError("not standing: " + outcome);
  }

  private static IntentSnapshot settled(SettleOutcome outcome) {
    if (outcome instanceof SettleOutcome.Settled settled) {
      return settled.intent();
    }
    throw new AssertionError("not settled: " + outcome);
  }

  private static String column(String key, String expression) {
    return WORLD
        .database
        .query("SELECT " + expression + " FROM sidegate.intent WHERE key = '" + key + "'")
        .get(0);
  }

  private static String attempt(Claimed claim) {
    return WORLD
        .database
        .query(
            "SELECT watched, can_send, requests FROM sidegate.attempt WHERE intent = '"
                + claim.operation()
                + "' ORDER BY number DESC")
        .get(0);
  }
}
