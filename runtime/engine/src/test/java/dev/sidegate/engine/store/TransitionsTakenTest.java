package dev.sidegate.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.engine.intent.AttemptEvidence;
import dev.sidegate.engine.intent.ClaimRequest;
import dev.sidegate.engine.intent.Claimed;
import dev.sidegate.engine.intent.Finding;
import dev.sidegate.engine.intent.IntentState;
import dev.sidegate.engine.intent.LeaseOwner;
import dev.sidegate.engine.intent.ProbeAnswer;
import dev.sidegate.engine.intent.ProbeEnd;
import dev.sidegate.engine.intent.ProbeRequest;
import dev.sidegate.engine.intent.ProbeStep;
import dev.sidegate.engine.intent.ProviderPromise;
import dev.sidegate.engine.intent.SettleRequest;
import dev.sidegate.engine.intent.Settlement;
import dev.sidegate.engine.transition.AttemptTransitions;
import dev.sidegate.engine.transition.IntentEvent;
import dev.sidegate.engine.transition.IntentTransitions;
import dev.sidegate.engine.transition.OutboxState;
import dev.sidegate.engine.transition.OutboxTransitions;
import dev.sidegate.engine.transition.Transition;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The tables, the statements and the walls hold the same transitions. Stories drive the statements
 * through every row; what they did is read from the audit. A row that no story takes fails.
 */
class TransitionsTakenTest {
  /** Approvals and failovers have stories of their own. */
  private static final Set<IntentEvent> NOT_HERE =
      EnumSet.of(
          IntentEvent.REASSERTED,
          IntentEvent.ASKED,
          IntentEvent.QUEUED_WITH_WINDOW,
          IntentEvent.PASSED_BY_RULE,
          IntentEvent.ASKED_AGAIN,
          IntentEvent.APPROVAL_VOTED,
          IntentEvent.DECISION_REFUSED,
          IntentEvent.APPROVAL_VOIDED,
          IntentEvent.APPROVED,
          IntentEvent.REJECTED,
          IntentEvent.CANCELLED,
          IntentEvent.EXPIRED);

  private static final ProviderPromise KEYED = new ProviderPromise(Duration.ofHours(24), false);
  private static final ProviderPromise IDEMPOTENT = new ProviderPromise(null, true);
  private static final StoreWorld WORLD = new StoreWorld();
  private static final PostgresStore STORE = WORLD.store;
  private static OperatorStore operator;
  private static int keys;

  @BeforeAll
  static void tellTheStories() {
    WORLD.database.execute(
        """
        CREATE TABLE public.attempt_moved (pair text);
        GRANT INSERT ON public.attempt_moved TO PUBLIC;
        CREATE FUNCTION public.note_attempt() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          INSERT INTO public.attempt_moved VALUES (OLD.state || '>' || NEW.state);
          RETURN NULL;
        END $$;
        CREATE TRIGGER noted AFTER UPDATE ON sidegate.attempt
        FOR EACH ROW EXECUTE FUNCTION public.note_attempt();
        CREATE TABLE public.entry_moved (pair text);
        GRANT INSERT ON public.entry_moved TO PUBLIC;
        CREATE FUNCTION public.note_entry() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          INSERT INTO public.entry_moved VALUES (OLD.state || '>' || NEW.state);
          RETURN NULL;
        END $$;
        CREATE TRIGGER noted AFTER UPDATE ON sidegate.effect_outbox
        FOR EACH ROW EXECUTE FUNCTION public.note_entry();
        """);
    operator = WORLD.openOperator();
    for (Settlement end : ends()) {
      // While it runs, alone and with another attempt in doubt; after its lease, the same.
      settle(claimed(ProviderPromise.NONE), end);
      settle(second(KEYED), end);
      settle(expired(claimed(ProviderPromise.NONE)), end);
      settle(expired(second(KEYED)), end);
    }
    completionsThatSpeakForOneAttemptOnly();
    retries();
    receipts();
    lookups();
    lateEvidence();
    decisions();
    corrections();
    new QueueStories(WORLD, operator).tell();
  }

  @AfterAll
  static void end() {
    operator.close();
    WORLD.close();
  }

  @Test
  void everyRowOfTheIntentsTableIsTaken() {
    Set<String> taken =
        new TreeSet<>(
            WORLD.database.query(
                "SELECT DISTINCT coalesce(from_state, ''), kind, to_state"
                    + " FROM sidegate.audit_event e"
                    + " WHERE EXISTS (SELECT FROM sidegate.intent i WHERE i.operation = e.chain)"));
    Set<String> rows =
        IntentTransitions.TABLE.rows().stream()
            .map(row -> Objects.toString(row.from(), "") + "|" + row.event() + "|" + row.to())
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(rows).as("transitions that are on no table").containsAll(taken);

    Set<String> never =
        IntentTransitions.TABLE.rows().stream()
            .filter(row -> !isNotHere(row))
            .map(row -> Objects.toString(row.from(), "") + "|" + row.event() + "|" + row.to())
            .collect(Collectors.toCollection(TreeSet::new));
    never.removeAll(taken);
    assertThat(never).as("transitions never taken").isEmpty();
  }

  @Test
  void everyRowOfTheAttemptsTableIsTaken() {
    Set<String> taken =
        new TreeSet<>(
            WORLD.database.query(
                "SELECT DISTINCT pair FROM public.attempt_moved"
                    + " WHERE split_part(pair, '>', 1) <> split_part(pair, '>', 2)"));

    assertThat(taken).isEqualTo(AttemptTransitions.TABLE.pairs());
  }

  @Test
  void entriesTakeTheTablesWaysOnly() {
    Set<String> taken =
        new TreeSet<>(
            WORLD.database.query(
                "SELECT DISTINCT pair FROM public.entry_moved"
                    + " WHERE split_part(pair, '>', 1) <> split_part(pair, '>', 2)"));

    assertThat(OutboxTransitions.TABLE.pairs()).containsAll(taken);
    Set<String> never = new TreeSet<>(OutboxTransitions.TABLE.pairs());
    never.removeAll(taken);
    assertThat(never)
        .as("only what approvals tell elsewhere")
        .isSubsetOf("PENDING>CANCELLED", "PARKED>CANCELLED", "CANCELLED>PENDING");
  }

  @Test
  void theOutboxKnowsTheTablesStates() {
    String check =
        WORLD
            .database
            .query(
                "SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid ="
                    + " 'sidegate.effect_outbox'::regclass AND contype = 'c'"
                    + " AND pg_get_constraintdef(oid) LIKE '%PENDING%'")
            .get(0);
    Set<String> states = new TreeSet<>();
    Matcher state = Pattern.compile("'([A-Z]+)'").matcher(check);
    while (state.find()) {
      states.add(state.group(1));
    }
    assertThat(states)
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(OutboxState.values()).map(OutboxState::name).toList());
  }

  @Test
  void theWallHoldsTheTablesPairsAndNoOther() {
    assertThat(wall("intent")).isEqualTo(IntentTransitions.TABLE.pairs());
    assertThat(wall("attempt")).isEqualTo(AttemptTransitions.TABLE.pairs());
  }

  private static boolean isNotHere(Transition<IntentState, IntentEvent> row) {
    return NOT_HERE.contains(row.event());
  }

  private static Set<String> wall(String table) {
    String definition =
        WORLD
            .database
            .query(
                "SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgname = 'legal_transition'"
                    + " AND tgrelid = 'sidegate."
                    + table
                    + "'::regclass")
            .get(0);
    Set<String> pairs = new TreeSet<>();
    Matcher pair = Pattern.compile("'([A-Z_]+>[A-Z_]+)'").matcher(definition);
    while (pair.find()) {
      pairs.add(pair.group(1));
    }
    return pairs;
  }

  private static List<Settlement> ends() {
    return List.of(
        Asking.completed("done"),
        Asking.retryable(Duration.ZERO),
        Asking.terminal(),
        Asking.doubt(),
        new Settlement.HandedBack("frozen"),
        new Settlement.Postponed("approval", Duration.ZERO));
  }

  private static void completionsThatSpeakForOneAttemptOnly() {
    Claimed running = second(KEYED);
    endWindow(running);
    settle(running, Asking.completed("done"));
    Claimed late = expired(second(KEYED));
    endWindow(late);
    settle(late, Asking.completed("done"));
  }

  private static void retries() {
    Claimed claim = claimed(ProviderPromise.NONE);
    settle(claim, Asking.retryable(Duration.ZERO));
    again(claim, ProviderPromise.NONE);
  }

  private static void receipts() {
    STORE.keepReceipt(claimed(ProviderPromise.NONE), "re_1");
    STORE.keepReceipt(expired(claimed(ProviderPromise.NONE)), "re_1");
    Claimed shared = expired(second(KEYED));
    endWindow(shared);
    STORE.keepReceipt(shared, "re_1");
  }

  private static void lookups() {
    lookedUp(new Finding.Applied("re_1", null), ProbeStep.COMPLETE);
    lookedUp(new Finding.NotApplied(), ProbeStep.FAIL);
    lookedUp(new Finding.Undetermined("timeout"), ProbeStep.ASK_AGAIN);
  }

  private static void lookedUp(Finding finding, ProbeStep step) {
    Claimed claim =
        Asking.granted(
            STORE.claim(Asking.withReconciler(Asking.claim("refund:" + ++keys), "find@1")));
    STORE.settle(
        new SettleRequest(claim, Asking.doubt(), List.of(), new AttemptEvidence(false, 1)));
    WORLD.database.execute(
        """
        UPDATE sidegate.attempt SET ended_at = ended_at - interval '1 minute'
          WHERE intent = '%1$s';
        UPDATE sidegate.intent SET next_probe_at = clock_timestamp() WHERE operation = '%1$s';
        """
            .formatted(claim.operation()));
    ProbeAnswer begun =
        STORE
            .beginProbes(
                new ProbeRequest(
                    List.of(claim.operation()),
                    List.of(
                        new ProbeRequest.Askable(
                            "refund", "find@1", Asking.LEASE, Duration.ofHours(24))),
                    new LeaseOwner(UUID.randomUUID())))
            .get(0);
    STORE.endProbe(new ProbeEnd(((ProbeAnswer.Begun) begun).probe(), finding, step));
  }

  private static void lateEvidence() {
    // It waits for the running attempt, and for one whose lease ran out.
    Claimed waiting = claimed(KEYED);
    expired(waiting);
    again(waiting, KEYED);
    STORE.keepReceipt(waiting, "re_1");
    expired(waiting);
    settle(waiting, Asking.completed("late"));
    // It agrees with a completion, and with a doubt of an idempotent effect.
    confirmed(Asking.completed("done"));
    confirmed(Asking.doubt());
    contradicted(Asking.completed("done"));
    contradicted(Asking.retryable(Duration.ZERO));
    contradicted(Asking.terminal());
    Claimed doubted = claimed(KEYED);
    expired(doubted);
    settle(again(doubted, KEYED), Asking.doubt());
    settle(doubted, Asking.completed("late"));
  }

  private static void decisions() {
    for (Decision.Verdict verdict :
        List.of(
            new Decision.Applied("re_1"),
            new Decision.NotApplied(),
            new Decision.Abandon(),
            new Decision.Grant(1, Duration.ZERO),
            new Decision.Reconcile("find@2"))) {
      Claimed doubt = claimed(ProviderPromise.NONE);
      settle(doubt, Asking.doubt());
      decide(doubt.operation(), verdict);
    }
    for (Settlement failure : List.of(Asking.retryable(Duration.ZERO), Asking.terminal())) {
      decide(contradicted(failure), new Decision.Applied("re_1"));
      decide(contradicted(failure), new Decision.NotApplied());
      decide(contradicted(failure), new Decision.Abandon());
    }
    Claimed failed = claimed(ProviderPromise.NONE);
    settle(failed, Asking.retryable(Duration.ZERO));
    decide(failed.operation(), new Decision.Grant(1, Duration.ZERO));
    decide(contradicted(Asking.completed("done")), new Decision.Acknowledge());
    Claimed abandoned = claimed(ProviderPromise.NONE);
    expired(abandoned);
    decide(abandoned.operation(), new Decision.Abandon());
    settle(abandoned, Asking.completed("late"));
    decide(abandoned.operation(), new Decision.Acknowledge());
  }

  private static void corrections() {
    Claimed first = claimed(ProviderPromise.NONE);
    settle(first, Asking.completed("done"));
    decide(first.operation(), supersede("second"));
    Claimed second = Asking.granted(STORE.claim(Asking.claim(first.key().key(), "second")));
    settle(second, Asking.terminal());
    decide(second.operation(), supersede("third"));
    Claimed abandoned = claimed(ProviderPromise.NONE);
    settle(abandoned, Asking.doubt());
    decide(abandoned.operation(), new Decision.Abandon());
    decide(abandoned.operation(), supersede("second"));
  }

  private static Decision.Supersede supersede(String payload) {
    return new Decision.Supersede(Asking.payload(payload).hash().digest());
  }

  private static Claimed claimed(ProviderPromise promise) {
    return Asking.granted(STORE.claim(Asking.with(Asking.claim("refund:" + ++keys), promise)));
  }

  private static Claimed again(Claimed claim, ProviderPromise promise) {
    ClaimRequest request = Asking.with(Asking.claim(claim.key().key()), promise);
    return Asking.granted(STORE.claim(request));
  }

  /** The second attempt; the first one is in doubt. */
  private static Claimed second(ProviderPromise promise) {
    return again(expired(claimed(promise)), promise);
  }

  private static Claimed expired(Claimed claim) {
    WORLD.endLease(claim.operation());
    STORE.claim(Asking.claim(claim.key().key()));
    return claim;
  }

  private static void endWindow(Claimed claim) {
    WORLD.database.execute(
        "UPDATE sidegate.intent SET keyed_until = clock_timestamp() WHERE operation = '"
            + claim.operation()
            + "'");
  }

  private static void settle(Claimed claim, Settlement settlement) {
    STORE.settle(Asking.settle(claim, settlement));
  }

  private static void confirmed(Settlement second) {
    Claimed first = claimed(IDEMPOTENT);
    expired(first);
    settle(again(first, IDEMPOTENT), second);
    settle(first, Asking.completed("late"));
  }

  private static UUID contradicted(Settlement second) {
    Claimed first = claimed(ProviderPromise.NONE);
    settle(first, Asking.retryable(Duration.ZERO));
    settle(again(first, ProviderPromise.NONE), second);
    STORE.keepReceipt(first, "re_late");
    return first.operation();
  }

  private static void decide(UUID operation, Decision.Verdict verdict) {
    long seen = operator.history(operation).orElseThrow().intent().version();
    assertThat(
            operator.decide(
                new Decision(UUID.randomUUID(), operation, seen, verdict, "looked it up")))
        .as(verdict.toString())
        .isInstanceOf(DecisionOutcome.Decided.class);
  }
}
