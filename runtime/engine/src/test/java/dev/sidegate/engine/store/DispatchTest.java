package dev.sidegate.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.engine.approval.Withdrawal;
import dev.sidegate.engine.intent.Budget;
import dev.sidegate.engine.intent.ClaimOutcome;
import dev.sidegate.engine.intent.DispatchOutcome;
import dev.sidegate.engine.intent.DispatchRequest;
import dev.sidegate.engine.intent.Dispatched;
import dev.sidegate.engine.intent.DueEntries;
import dev.sidegate.engine.intent.HandOver;
import dev.sidegate.engine.intent.HoldReason;
import dev.sidegate.engine.intent.LeaseOwner;
import dev.sidegate.engine.intent.ProviderPromise;
import dev.sidegate.engine.intent.QueueTurn;
import dev.sidegate.engine.intent.Settlement;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the queue gives to dispatchers, and how its entries follow their intents. */
class DispatchTest {
  private static final QueueWorld WORLD = new QueueWorld();

  @AfterAll
  static void end() {
    WORLD.close();
  }

  @BeforeEach
  void forget() {
    WORLD.past("TRUNCATE sidegate.effect_outbox, sidegate.intent, sidegate.attempt");
  }

  @Test
  void aQueuedIntentIsTakenOnceAndItsEntryFollows() {
    UUID operation = WORLD.queued("refund:1");

    List<Dispatched> taken = WORLD.taken(WORLD.store, 8, QueueWorld.refunds());

    assertThat(taken).hasSize(1);
    assertThat(taken.get(0).context().values())
        .isEqualTo(Map.of("tenant", "acme", "release", "r1"));
    assertThat(new String(taken.get(0).payload().stored(), StandardCharsets.UTF_8))
        .isEqualTo("payload");
    assertThat(WORLD.intent(operation)).isEqualTo("PROCESSING|null");
    assertThat(WORLD.entry(operation)).isEqualTo("SENDING");
    assertThat(WORLD.taken(WORLD.store, 8, QueueWorld.refunds())).isEmpty();

    WORLD.store.settle(Asking.settle(taken.get(0).claim(), Asking.completed("done")));
    assertThat(WORLD.entry(operation)).isEqualTo("COMPLETED");
    assertThat(WORLD.world.events(operation))
        .containsExactly(
            "QUEUED|null|AUTHORIZED",
            "DISPATCHED|AUTHORIZED|PROCESSING",
            "COMPLETED|PROCESSING|COMPLETED");
  }

  @Test
  void aLostAcknowledgementIsRecognisedByItsToken() {
    UUID operation = WORLD.queued("refund:1");
    DispatchRequest request =
        new DispatchRequest(
            List.of(
                new DispatchRequest.Wanted(operation, "refund", new LeaseOwner(UUID.randomUUID()))),
            List.of(QueueWorld.refunds()),
            false);

    DispatchOutcome first = WORLD.store.dispatch(request).get(0);
    DispatchOutcome again = WORLD.store.dispatch(request).get(0);

    assertThat(first).isInstanceOf(DispatchOutcome.Granted.class);
    assertThat(((DispatchOutcome.Granted) again).dispatched().claim())
        .isEqualTo(((DispatchOutcome.Granted) first).dispatched().claim());
    assertThat(WORLD.world.attemptStates(operation)).containsExactly("RUNNING");
  }

  @Test
  void howAnAttemptEndsDecidesWhereItsEntryGoes() {
    assertThat(after(Asking.retryable(Duration.ZERO))).isEqualTo("AUTHORIZED|null PENDING");
    assertThat(after(new Settlement.HandedBack("frozen"))).isEqualTo("AUTHORIZED|null PENDING");
    assertThat(after(new Settlement.Postponed("x", Duration.ZERO)))
        .isEqualTo("AUTHORIZED|null PENDING");
    assertThat(after(Asking.terminal())).isEqualTo("FAILED_TERMINAL|null FAILED");
    assertThat(after(Asking.doubt())).isEqualTo("UNKNOWN|null UNKNOWN");
    assertThat(after(new Settlement.Held(HoldReason.UNDECODABLE, "x")))
        .isEqualTo("AUTHORIZED|undecodable PARKED");
    assertThat(after(Asking.retryable(Duration.ofHours(1))))
        .isEqualTo("FAILED_RETRYABLE|exhausted PARKED");
  }

  @Test
  void aRetryWaitsForItsTimeAndAParkedOneForAPerson() {
    UUID later = WORLD.queued("refund:later");
    WORLD.store.settle(
        Asking.settle(WORLD.granted(later).claim(), Asking.retryable(Duration.ofSeconds(60))));
    DueEntries due = WORLD.due(8, "refund");
    assertThat(due.entries()).isEmpty();
    assertThat(due.next().orElseThrow()).isBetween(Duration.ofSeconds(50), Duration.ofSeconds(61));

    UUID parked = WORLD.queued("refund:parked");
    WORLD.store.settle(
        Asking.settle(
            WORLD.granted(parked).claim(), new Settlement.Held(HoldReason.UNDECODABLE, "changed")));
    assertThat(WORLD.due(8, "refund").entries()).isEmpty();
    grant(parked);
    assertThat(WORLD.intent(parked)).isEqualTo("AUTHORIZED|null");
    assertThat(WORLD.due(8, "refund").entries()).hasSize(1);
  }

  @Test
  void aUsedUpBudgetIsHeldAndAGrantLetsTheDispatcherGoOn() {
    UUID operation = WORLD.queued("refund:1");
    for (int attempt = 1; attempt <= Asking.BUDGET.maxAttempts(); attempt++) {
      WORLD.store.settle(
          Asking.settle(WORLD.granted(operation).claim(), Asking.retryable(Duration.ZERO)));
    }
    assertThat(WORLD.intent(operation)).isEqualTo("FAILED_RETRYABLE|exhausted");
    assertThat(WORLD.entry(operation)).isEqualTo("PARKED");

    grant(operation);

    assertThat(WORLD.intent(operation)).isEqualTo("AUTHORIZED|null");
    assertThat(WORLD.entry(operation)).isEqualTo("PENDING");
    WORLD.granted(operation);
  }

  @Test
  void whatNobodyTookInTimeIsHeld() {
    UUID operation = WORLD.queued("refund:1");
    WORLD.past("UPDATE sidegate.intent SET deadline = clock_timestamp()");
    assertThat(WORLD.world.database.query("SELECT sidegate.hold(i) FROM sidegate.intent i"))
        .containsExactly("no target");

    assertThat(WORLD.asked(operation, QueueWorld.refunds()))
        .isInstanceOf(DispatchOutcome.Held.class);

    assertThat(WORLD.intent(operation)).isEqualTo("AUTHORIZED|exhausted");
    assertThat(WORLD.entry(operation)).isEqualTo("PARKED");
  }

  @Test
  void whatIsStoppedStaysAndGoesOnAfterwards() {
    UUID operation = WORLD.queued("refund:1");
    WORLD.world.database.execute(
        "INSERT INTO sidegate.kill_switch (effect, scope, enabled, reason)"
            + " VALUES ('refund', '*', false, 'test')");
    try {
      assertThat(WORLD.due(8, "refund").entries()).isEmpty();
      assertThat(WORLD.asked(operation, QueueWorld.refunds()))
          .isEqualTo(new DispatchOutcome.Skipped("STOPPED"));
      assertThat(WORLD.entry(operation)).isEqualTo("PENDING");
    } finally {
      WORLD.past("DELETE FROM sidegate.kill_switch WHERE effect = 'refund'");
    }
    WORLD.granted(operation);
  }

  @Test
  void withoutTheRowThatOpensEverythingNothingIsDispatched() {
    UUID operation = WORLD.queued("refund:1");
    WORLD.past("UPDATE sidegate.kill_switch SET scope = 'none' WHERE effect = '*'");
    try {
      assertThat(WORLD.asked(operation, QueueWorld.refunds()))
          .isEqualTo(new DispatchOutcome.Skipped("STOPPED"));
    } finally {
      WORLD.past("UPDATE sidegate.kill_switch SET scope = '*' WHERE effect = '*'");
    }
  }

  @Test
  void anEntryWaitsWhileAnEarlierOneOfItsOrderKeyIsNotFinished() {
    UUID first = WORLD.ordered("refund:1", "c1");
    UUID second = WORLD.ordered("refund:2", "c1");
    UUID other = WORLD.ordered("refund:3", "c2");

    assertThat(WORLD.due(8, "refund").entries())
        .extracting(DueEntries.Entry::operation)
        .containsExactlyInAnyOrder(first, other);
    Dispatched running = WORLD.granted(first);
    assertThat(WORLD.asked(second, QueueWorld.refunds()))
        .isEqualTo(new DispatchOutcome.Skipped("BLOCKED"));
    WORLD.store.settle(Asking.settle(running.claim(), Asking.doubt()));
    assertThat(WORLD.asked(second, QueueWorld.refunds()))
        .as("in doubt is not finished")
        .isEqualTo(new DispatchOutcome.Skipped("BLOCKED"));
    WORLD.store.settle(Asking.settle(WORLD.granted(other).claim(), Asking.completed("x")));

    decide(first, new Decision.Applied("re_1"));
    WORLD.granted(second);
  }

  @Test
  void aScopeWithManyEntriesStarvesNoOther() {
    for (int i = 0; i < 50; i++) {
      WORLD.queued("refund", "large", "refund:" + i, null);
    }
    WORLD.queued("refund", "small", "refund:s", null);
    WORLD.queued("refund", "tiny", "refund:t", null);

    List<DueEntries.Entry> due = WORLD.due(4, "refund").entries();

    assertThat(due)
        .extracting(DueEntries.Entry::scope)
        .containsExactly("large", "small", "tiny", "large");
    assertThat(
            WORLD
                .store
                .due(List.of(new QueueTurn("refund", "large" + "\u0001", null)), 2)
                .entries())
        .extracting(DueEntries.Entry::scope)
        .as("the turn goes on with the next scope, and comes round")
        .containsExactly("small", "tiny");
    assertThat(
            WORLD.store.due(List.of(new QueueTurn("refund", "tiny" + "\u0001", null)), 2).entries())
        .extracting(DueEntries.Entry::scope)
        .containsExactly("large", "small");
  }

  @Test
  void noMoreAttemptsOfAnEffectRunAtOnceThanItsLimit() {
    for (int i = 0; i < 5; i++) {
      WORLD.queued("refund:" + i);
    }
    var limited = QueueWorld.of("refund", ProviderPromise.NONE, 2);
    List<UUID> all =
        WORLD.due(8, "refund").entries().stream().map(DueEntries.Entry::operation).toList();

    List<DispatchOutcome> outcomes =
        WORLD.store.dispatch(
            new DispatchRequest(
                all.stream()
                    .map(
                        operation ->
                            new DispatchRequest.Wanted(
                                operation, "refund", new LeaseOwner(UUID.randomUUID())))
                    .toList(),
                List.of(limited),
                false));

    assertThat(outcomes).filteredOn(DispatchOutcome.Granted.class::isInstance).hasSize(2);
    assertThat(WORLD.taken(WORLD.store, 8, limited)).isEmpty();
  }

  @Test
  void ofTwoDispatchersEachEntryGoesToOne() throws InterruptedException {
    Set<UUID> queued = new HashSet<>();
    for (int i = 0; i < 200; i++) {
      queued.add(WORLD.queued("refund:" + i));
    }
    List<UUID> taken = java.util.Collections.synchronizedList(new ArrayList<>());
    try (PostgresStore other = WORLD.world.openStore()) {
      List<Thread> dispatchers =
          IntStream.range(0, 4)
              .mapToObj(
                  i ->
                      new Thread(
                          () -> {
                            while (!WORLD.due(1, "refund").entries().isEmpty()) {
                              WORLD
                                  .taken(i % 2 == 0 ? WORLD.store : other, 8, QueueWorld.refunds())
                                  .forEach(one -> taken.add(one.claim().operation()));
                            }
                          }))
              .toList();
      dispatchers.forEach(Thread::start);
      for (Thread dispatcher : dispatchers) {
        dispatcher.join();
      }
    }
    assertThat(taken).hasSize(200).containsExactlyInAnyOrderElementsOf(queued);
  }

  @Test
  void cancelAndDispatchAreNeverBoth() {
    List<UUID> queued =
        Together.call(
                16,
                caller ->
                    IntStream.range(0, 125)
                        .mapToObj(i -> WORLD.queued("refund:" + caller + "-" + i))
                        .toList())
            .stream()
            .flatMap(List::stream)
            .toList();
    List<UUID> shuffled = new ArrayList<>(queued);
    java.util.Collections.shuffle(shuffled, new java.util.Random(1));
    Together.call(
        4,
        caller -> {
          if (caller == 0) {
            return cancelled(shuffled);
          }
          int sent = 0;
          List<Dispatched> taken = WORLD.taken(WORLD.store, 8, QueueWorld.refunds());
          while (!taken.isEmpty() || !WORLD.due(1, "refund").entries().isEmpty()) {
            for (Dispatched one : taken) {
              WORLD.store.settle(Asking.settle(one.claim(), Asking.completed("x")));
              sent++;
            }
            taken = WORLD.taken(WORLD.store, 8, QueueWorld.refunds());
          }
          return sent;
        });

    assertThat(
            WORLD.world.database.query(
                "SELECT i.state, o.state, i.last_attempt, count(*) > 0 FROM sidegate.intent i"
                    + " JOIN sidegate.effect_outbox o ON o.intent = i.operation"
                    + " GROUP BY 1, 2, 3 ORDER BY 1"))
        .containsExactly("CANCELLED|CANCELLED|0|t", "COMPLETED|COMPLETED|1|t");
    assertThat(WORLD.world.database.query("SELECT count(*) FROM sidegate.attempt"))
        .isEqualTo(
            WORLD.world.database.query(
                "SELECT count(*) FROM sidegate.intent WHERE state = 'COMPLETED'"));
    assertThat(queued).hasSize(2000);
  }

  private static int cancelled(List<UUID> operations) {
    int cancelled = 0;
    try (ApproverStore operator =
        ApproverStore.open(
            WORLD.world.settings(dev.sidegate.engine.world.TestDatabase.Login.OPERATOR))) {
      for (UUID operation : operations) {
        if (operator
                .withdraw(new Withdrawal(UUID.randomUUID(), operation, null, "not now"))
                .verdict()
            == Withdrawal.Verdict.DECIDED) {
          cancelled++;
        }
      }
    }
    return cancelled;
  }

  @Test
  void aDoubtIsDispatchedOnlyWhereItsProviderTakesARepetition() {
    UUID plain = WORLD.queued("refund:plain");
    WORLD.store.settle(Asking.settle(WORLD.granted(plain).claim(), Asking.doubt()));
    assertThat(WORLD.asked(plain, QueueWorld.refunds()))
        .isEqualTo(new DispatchOutcome.Skipped("GONE"));

    var keyed = QueueWorld.of("refund", new ProviderPromise(Duration.ofHours(24), false), null);
    UUID repeatable = WORLD.queued("refund:keyed");
    Dispatched first = ((DispatchOutcome.Granted) WORLD.asked(repeatable, keyed)).dispatched();
    WORLD.store.settle(Asking.settle(first.claim(), Asking.doubt()));
    assertThat(WORLD.due(8, "refund").entries())
        .extracting(DueEntries.Entry::operation)
        .containsExactly(repeatable);
    assertThat(WORLD.asked(repeatable, keyed)).isInstanceOf(DispatchOutcome.Granted.class);
    assertThat(WORLD.world.attemptStates(repeatable)).containsExactly("UNKNOWN", "RUNNING");
  }

  @Test
  void whatAPersonSaysDidNotHappenGoesOnByItself() {
    UUID operation = WORLD.queued("refund:1");
    WORLD.store.settle(Asking.settle(WORLD.granted(operation).claim(), Asking.doubt()));

    decide(operation, new Decision.NotApplied());

    assertThat(WORLD.intent(operation)).isEqualTo("AUTHORIZED|null");
    WORLD.granted(operation);
  }

  @Test
  void anImpatientCallersWishIsHandedOverOnce() {
    var claim = Asking.granted(WORLD.store.claim(Asking.claim("refund:inline")));
    WORLD.store.settle(Asking.settle(claim, Asking.retryable(Duration.ZERO)));
    HandOver handOver =
        new HandOver(
            claim.operation(),
            Asking.payload("payload").hash(),
            "c1",
            new dev.sidegate.engine.intent.CallContext(Map.of("tenant", "acme")));

    assertThat(WORLD.store.handOver(handOver)).isTrue();
    assertThat(WORLD.store.handOver(handOver)).isFalse();

    assertThat(WORLD.intent(claim.operation())).isEqualTo("AUTHORIZED|null");
    assertThat(WORLD.store.claim(Asking.claim("refund:inline")))
        .isInstanceOf(ClaimOutcome.Standing.class);
    assertThat(WORLD.granted(claim.operation()).context().values()).containsEntry("tenant", "acme");
  }

  @Test
  void anOldPolicyIsReadAgainBeforeAnythingIsSent() {
    UUID operation = WORLD.queued("refund:1");
    var outdated =
        new dev.sidegate.engine.intent.Dispatchable(
            "refund",
            7,
            Asking.LEASE,
            Asking.LONGEST,
            ProviderPromise.NONE,
            null,
            Asking.SETTLE_DELAY,
            null);

    assertThat(WORLD.asked(operation, outdated))
        .isEqualTo(new DispatchOutcome.OtherPolicy("refund"));
    assertThat(WORLD.entry(operation)).isEqualTo("PENDING");
  }

  @Test
  void theAgentWritesNoEntrysState() {
    UUID operation = WORLD.queued("refund:1");
    org.assertj.core.api.Assertions.assertThatThrownBy(
            () -> {
              try (var connection =
                      WORLD.world.database.connect(
                          dev.sidegate.engine.world.TestDatabase.Login.AGENT);
                  var statement = connection.createStatement()) {
                statement.execute(
                    "UPDATE sidegate.effect_outbox SET state = 'COMPLETED' WHERE intent = '"
                        + operation
                        + "'");
              }
            })
        .hasMessageContaining("permission denied");
  }

  private static String after(Settlement settlement) {
    String key = "refund:" + UUID.randomUUID();
    var budget = new Budget(4, Duration.ofMinutes(15));
    UUID operation =
        ((ClaimOutcome.Standing)
                WORLD.store.enqueue(QueueWorld.wish("refund", "", key, null, budget)))
            .intent()
            .operation();
    WORLD.store.settle(Asking.settle(WORLD.granted(operation).claim(), settlement));
    return WORLD.intent(operation) + " " + WORLD.entry(operation);
  }

  private static void grant(UUID operation) {
    decide(operation, new Decision.Grant(2, Duration.ofMinutes(15)));
  }

  private static void decide(UUID operation, Decision.Verdict verdict) {
    try (OperatorStore operator = WORLD.world.openOperator()) {
      long seen = operator.history(operation).orElseThrow().intent().version();
      assertThat(
              operator.decide(
                  new Decision(UUID.randomUUID(), operation, seen, verdict, "looked it up")))
          .isInstanceOf(DecisionOutcome.Decided.class);
    }
  }
}
