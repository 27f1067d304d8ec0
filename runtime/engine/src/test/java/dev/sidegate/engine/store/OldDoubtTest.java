package dev.sidegate.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.engine.intent.AttemptEvidence;
import dev.sidegate.engine.intent.Claimed;
import dev.sidegate.engine.intent.Finding;
import dev.sidegate.engine.intent.LeaseOwner;
import dev.sidegate.engine.intent.ProbeAnswer;
import dev.sidegate.engine.intent.ProbeEnd;
import dev.sidegate.engine.intent.ProbeRequest;
import dev.sidegate.engine.intent.ProbeStep;
import dev.sidegate.engine.intent.SettleRequest;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A doubt that is older than the program that could ask about it. */
class OldDoubtTest {
  private static final String PINNED = "find@1";
  private static final String NEWER = "find@2";

  private final StoreWorld world = new StoreWorld();
  private final OperatorStore operator = world.openOperator();
  private final Claimed doubt = doubt();

  @AfterEach
  void end() {
    operator.close();
    world.close();
  }

  @Test
  void whereTheReconcilerHasChangedAPersonLetsTheNewOneAsk() {
    assertThat(asked(NEWER)).isEqualTo(new ProbeAnswer.Held(doubt.operation()));

    assertThat(decide(new Decision.Reconcile(NEWER))).isInstanceOf(DecisionOutcome.Decided.class);

    assertThat(intent()).isEqualTo("UNKNOWN|null|find@2");
    assertThat(operator.decisions(doubt.operation()))
        .singleElement()
        .returns("RECONCILE", DecisionRecord::kind)
        .returns(NEWER, DecisionRecord::reconciler);
    assertThat(world.events(doubt.operation())).endsWith("DECIDED_RECONCILE|UNKNOWN|UNKNOWN");
    assertThat(asked(PINNED)).as("the old one settles it no more").isNotInstanceOf(BEGUN);
    ProbeAnswer.Begun begun = (ProbeAnswer.Begun) asked(NEWER);
    world.store.endProbe(
        new ProbeEnd(begun.probe(), new Finding.Applied("re_1", null), ProbeStep.COMPLETE));
    assertThat(world.state(doubt.operation())).isEqualTo("COMPLETED");
  }

  @Test
  void whatEvidenceOpposesIsLeftToNoReconciler() {
    world.database.execute("UPDATE sidegate.intent SET hold_reason = 'contradicted'");

    assertThat(decide(new Decision.Reconcile(NEWER))).isInstanceOf(DecisionOutcome.Moved.class);
    assertThat(intent()).isEqualTo("UNKNOWN|contradicted|find@1");
  }

  private static final Class<ProbeAnswer.Begun> BEGUN = ProbeAnswer.Begun.class;

  /** An hour ago its time to be asked about had come. */
  private Claimed doubt() {
    Claimed claim =
        Asking.granted(
            world.store.claim(Asking.withReconciler(Asking.claim("refund:old"), PINNED)));
    world.store.settle(
        new SettleRequest(claim, Asking.doubt(), List.of(), new AttemptEvidence(false, 1)));
    world.database.execute(
        "UPDATE sidegate.intent SET next_probe_at = clock_timestamp() - interval '1 hour'");
    return claim;
  }

  private ProbeAnswer asked(String reconciler) {
    return world
        .store
        .beginProbes(
            new ProbeRequest(
                List.of(doubt.operation()),
                List.of(
                    new ProbeRequest.Askable(
                        "refund", reconciler, Asking.LEASE, Duration.ofHours(24))),
                new LeaseOwner(UUID.randomUUID())))
        .get(0);
  }

  private DecisionOutcome decide(Decision.Verdict verdict) {
    long seen = operator.history(doubt.operation()).orElseThrow().intent().version();
    return operator.decide(
        new Decision(UUID.randomUUID(), doubt.operation(), seen, verdict, "the same book"));
  }

  private String intent() {
    return world
        .database
        .query("SELECT state, hold_reason, reconciler FROM sidegate.intent")
        .get(0);
  }
}
