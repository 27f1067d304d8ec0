package dev.sidegate.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.engine.intent.AttemptEvidence;
import dev.sidegate.engine.intent.CallContext;
import dev.sidegate.engine.intent.Claimed;
import dev.sidegate.engine.intent.DispatchOutcome;
import dev.sidegate.engine.intent.Dispatchable;
import dev.sidegate.engine.intent.Finding;
import dev.sidegate.engine.intent.HandOver;
import dev.sidegate.engine.intent.HoldReason;
import dev.sidegate.engine.intent.LeaseOwner;
import dev.sidegate.engine.intent.ProbeAnswer;
import dev.sidegate.engine.intent.ProbeEnd;
import dev.sidegate.engine.intent.ProbeRequest;
import dev.sidegate.engine.intent.ProbeStep;
import dev.sidegate.engine.intent.ProviderPromise;
import dev.sidegate.engine.intent.SettleRequest;
import dev.sidegate.engine.intent.Settlement;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** What happens to queued intents: every way that the tables have for them. */
final class QueueStories {
  private static final ProviderPromise PROMISE = new ProviderPromise(Duration.ofHours(24), false);
  private static final Dispatchable KEYED = QueueWorld.of("refund", PROMISE, null);
  private static final Settlement HELD = new Settlement.Held(HoldReason.UNDECODABLE, "changed");

  private final QueueWorld queue;
  private final StoreWorld world;
  private final OperatorStore operator;
  private int keys;

  QueueStories(StoreWorld world, OperatorStore operator) {
    this.queue = new QueueWorld(world);
    this.world = world;
    this.operator = operator;
  }

  void tell() {
    for (Settlement end : ends()) {
      settle(sent(KEYED), end);
      settle(expired(sent(KEYED)), end);
      settle(second(), end);
      settle(expired(second()), end);
    }
    handedOver();
    released();
    doubts();
    parkedDoubts();
    corrected();
  }

  private static List<Settlement> ends() {
    return List.of(
        Asking.completed("done"),
        Asking.retryable(Duration.ZERO),
        Asking.retryable(Duration.ofHours(1)),
        Asking.terminal(),
        Asking.doubt(),
        new Settlement.HandedBack("frozen"),
        new Settlement.Postponed("approval", Duration.ZERO),
        HELD);
  }

  private void handedOver() {
    Claimed inline = Asking.granted(world.store.claim(Asking.claim("queue:" + ++keys)));
    settle(inline, Asking.retryable(Duration.ZERO));
    assertThat(
            world.store.handOver(
                new HandOver(
                    inline.operation(), Asking.payload("payload").hash(), null, CallContext.NONE)))
        .isTrue();
  }

  private void released() {
    // What its program could not decode, and what used its budget up: while it ran, and before.
    Claimed undecodable = sent(KEYED);
    settle(undecodable, HELD);
    decide(undecodable.operation(), new Decision.Grant(0, Duration.ofMinutes(15)));
    Claimed exhausted = sent(KEYED);
    settle(exhausted, Asking.retryable(Duration.ofHours(1)));
    decide(exhausted.operation(), new Decision.Grant(1, Duration.ofHours(2)));
    UUID late = queue.queued("queue:" + ++keys);
    queue.past(
        "UPDATE sidegate.intent SET deadline = clock_timestamp() WHERE operation = '%s'"
            .formatted(late));
    queue.asked(late, KEYED);
    decide(late, new Decision.Grant(0, Duration.ofMinutes(15)));
  }

  private void doubts() {
    for (Decision.Verdict verdict :
        List.of(new Decision.Applied("re_1"), new Decision.NotApplied(), new Decision.Abandon())) {
      decide(doubted().operation(), verdict);
    }
    lookedUp(new Finding.Applied("re_1", null), ProbeStep.COMPLETE);
    lookedUp(new Finding.NotApplied(), ProbeStep.FAIL);
  }

  /** The provider has something else; then the attempt itself or a person speaks. */
  private void parkedDoubts() {
    decide(conflicting().operation(), new Decision.Applied("re_1"));
    decide(conflicting().operation(), new Decision.Abandon());
    Claimed spent = sent(withReconciler());
    looked(spent, new Finding.Undetermined("timeout"), ProbeStep.HOLD_EXHAUSTED);
    decide(spent.operation(), new Decision.Grant(1, Duration.ofMinutes(15)));
    Claimed late = expired(sent(KEYED));
    queue.past(
        "UPDATE sidegate.intent SET hold_reason = 'undetermined' WHERE operation = '%s'"
            .formatted(late.operation()));
    world.database.execute(
        "UPDATE sidegate.effect_outbox SET state = 'PARKED' WHERE intent = '%s'"
            .formatted(late.operation()));
    settle(late, Asking.terminal());
  }

  /** Evidence opposes a proven failure. */
  private void corrected() {
    for (Decision.Verdict verdict : List.of(new Decision.Applied("re_1"), new Decision.Abandon())) {
      Claimed first = sent(KEYED);
      settle(first, Asking.retryable(Duration.ZERO));
      settle(sent(first.operation(), KEYED), Asking.terminal());
      world.store.keepReceipt(first, "re_late");
      decide(first.operation(), verdict);
    }
  }

  private Claimed conflicting() {
    Claimed claim = sent(withReconciler());
    looked(claim, new Finding.Conflict("twice"), ProbeStep.HOLD_CONFLICT);
    return claim;
  }

  private void lookedUp(Finding finding, ProbeStep step) {
    looked(sent(withReconciler()), finding, step);
  }

  private void looked(Claimed claim, Finding finding, ProbeStep step) {
    world.store.settle(
        new SettleRequest(claim, Asking.doubt(), List.of(), new AttemptEvidence(false, 1)));
    world.database.execute(
        """
        UPDATE sidegate.attempt SET ended_at = ended_at - interval '1 minute'
          WHERE intent = '%1$s';
        UPDATE sidegate.intent SET next_probe_at = clock_timestamp() WHERE operation = '%1$s';
        """
            .formatted(claim.operation()));
    ProbeAnswer begun =
        world
            .store
            .beginProbes(
                new ProbeRequest(
                    List.of(claim.operation()),
                    List.of(
                        new ProbeRequest.Askable(
                            "refund", "find@1", Asking.LEASE, Duration.ofHours(24))),
                    new LeaseOwner(UUID.randomUUID())))
            .get(0);
    world.store.endProbe(new ProbeEnd(((ProbeAnswer.Begun) begun).probe(), finding, step));
  }

  private static Dispatchable withReconciler() {
    return new Dispatchable(
        "refund",
        1,
        Asking.LEASE,
        Asking.LONGEST,
        ProviderPromise.NONE,
        "find@1",
        Asking.SETTLE_DELAY,
        null);
  }

  private Claimed doubted() {
    Claimed claim = sent(QueueWorld.refunds());
    settle(claim, Asking.doubt());
    return claim;
  }

  private Claimed sent(Dispatchable effect) {
    return sent(queue.queued("queue:" + ++keys), effect);
  }

  private Claimed sent(UUID operation, Dispatchable effect) {
    DispatchOutcome outcome = queue.asked(operation, effect);
    if (outcome instanceof DispatchOutcome.Granted granted) {
      return granted.dispatched().claim();
    }
    throw new AssertionError(outcome);
  }

  /** The second attempt; the first one is in doubt. */
  private Claimed second() {
    return sent(expired(sent(KEYED)).operation(), KEYED);
  }

  private Claimed expired(Claimed claim) {
    world.endLease(claim.operation());
    world.store.claim(Asking.claim(claim.key().key()));
    return claim;
  }

  private void settle(Claimed claim, Settlement settlement) {
    world.store.settle(Asking.settle(claim, settlement));
  }

  private void decide(UUID operation, Decision.Verdict verdict) {
    long seen = operator.history(operation).orElseThrow().intent().version();
    assertThat(
            operator.decide(
                new Decision(UUID.randomUUID(), operation, seen, verdict, "looked it up")))
        .as(verdict.toString())
        .isInstanceOf(DecisionOutcome.Decided.class);
  }
}
