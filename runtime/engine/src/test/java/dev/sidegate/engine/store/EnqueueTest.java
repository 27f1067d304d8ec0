package dev.sidegate.engine.store;

import static dev.sidegate.engine.store.ApprovalWorld.beforeAct;
import static dev.sidegate.engine.store.ApprovalWorld.byException;
import static dev.sidegate.engine.store.ApprovalWorld.no;
import static dev.sidegate.engine.store.ApprovalWorld.standing;
import static dev.sidegate.engine.store.ApprovalWorld.window;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sidegate.engine.approval.EffectPolicy;
import dev.sidegate.engine.intent.ClaimOutcome;
import dev.sidegate.engine.intent.EnqueueRequest;
import dev.sidegate.engine.intent.IntentSnapshot;
import dev.sidegate.engine.intent.IntentState;
import dev.sidegate.engine.intent.RuleDecision;
import dev.sidegate.engine.intent.RuleDecision.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How an effect begins that does not run in its caller's thread. */
class EnqueueTest {
  private final ApprovalWorld shop = new ApprovalWorld();

  @AfterEach
  void close() {
    shop.close();
  }

  @Test
  void whatNeedsAYesWaitsForItAndIsNotQueued() {
    shop.demanding(beforeAct());

    IntentSnapshot intent = standing(shop.store.enqueue(shop.wish("refund:1")));

    assertThat(intent.state()).isEqualTo(IntentState.AWAITING_HUMAN);
    assertThat(intent.reason()).startsWith("waits for finance until 2");
    assertThat(intent.attempts()).isZero();
    assertThat(shop.approval(intent.operation(), "state, role, needed, policy_version"))
        .isEqualTo("OPEN|finance|1|2");
    assertThat(shop.queue(intent.operation())).isEmpty();
    assertThat(shop.world.events(intent.operation())).containsExactly("ASKED|null|AWAITING_HUMAN");
  }

  @Test
  void theSameCallAgainFindsTheSameQuestionAndWritesNothing() {
    shop.demanding(beforeAct());
    UUID first = shop.asked("refund:1");
    String before = shop.one("SELECT pg_snapshot_xmax(pg_current_snapshot())");

    for (int call = 0; call < 20; call++) {
      assertThat(shop.asked("refund:1")).isEqualTo(first);
    }

    assertThat(shop.database.query("SELECT count(*) FROM sidegate.approval")).containsExactly("1");
    long taken =
        Long.parseLong(shop.one("SELECT pg_snapshot_xmax(pg_current_snapshot())"))
            - Long.parseLong(before);
    assertThat(taken).as("the server's own housekeeping may take one").isLessThan(20);
  }

  @Test
  void fiftyCallersAtOnceAskOnce() {
    shop.demanding(beforeAct());
    try (PostgresStore otherJvm = shop.world.openStore()) {
      List<ClaimOutcome> outcomes =
          Together.call(
              50,
              caller -> (caller % 2 == 0 ? shop.store : otherJvm).enqueue(shop.wish("refund:1")));

      assertThat(outcomes)
          .filteredOn(ClaimOutcome.Standing.class::isInstance)
          .extracting(outcome -> standing(outcome).operation())
          .isNotEmpty()
          .containsOnly(UUID.fromString(shop.one("SELECT operation FROM sidegate.intent")));
      assertThat(shop.one("SELECT count(*) FROM sidegate.approval")).isEqualTo("1");
    }
  }

  @Test
  void aChangedArgumentNeverRidesOnTheQuestion() {
    shop.demanding(beforeAct());
    UUID question = shop.asked("refund:1");

    assertThat(shop.store.enqueue(shop.wish("refund:1", "another amount")))
        .isInstanceOf(ClaimOutcome.OtherPayload.class);
    assertThat(shop.approval(question, "payload_hash = sha256('payload')")).isEqualTo("t");
  }

  @Test
  void afterARejectionOtherArgumentsAreAskedAboutAnewAndEqualOnesStayRejected() {
    shop.demanding(beforeAct());
    UUID rejected = shop.asked("refund:1");
    shop.approver("alice").vote(no(rejected, "too much"));

    IntentSnapshot again = standing(shop.store.enqueue(shop.wish("refund:1")));
    IntentSnapshot changed = standing(shop.store.enqueue(shop.wish("refund:1", "less")));

    assertThat(again.operation()).isEqualTo(rejected);
    assertThat(again.state()).isEqualTo(IntentState.REJECTED);
    assertThat(again.reason()).isEqualTo("too much");
    assertThat(changed.operation()).isNotEqualTo(rejected);
    assertThat(changed.generation()).isEqualTo(2);
    assertThat(changed.state()).isEqualTo(IntentState.AWAITING_HUMAN);
    assertThat(standing(shop.store.enqueue(shop.wish("refund:1"))).operation())
        .as("an older generation answers for its own payload")
        .isEqualTo(rejected);
  }

  @Test
  void whatNeedsNoYesIsQueuedAtOnce() {
    IntentSnapshot intent = standing(shop.store.enqueue(shop.wish("refund:1")));

    assertThat(intent.state()).isEqualTo(IntentState.AUTHORIZED);
    assertThat(intent.nextTryAt()).isNotNull();
    assertThat(shop.queue(intent.operation())).containsExactly("PENDING");
    assertThat(standing(shop.store.enqueue(shop.wish("refund:1"))).operation())
        .isEqualTo(intent.operation());
    assertThat(shop.one("SELECT count(*) FROM sidegate.effect_outbox")).isEqualTo("1");
  }

  @Test
  void aCancelWindowIsQueuedForItsEnd() {
    shop.demanding(window(Duration.ofMinutes(10)));
    Instant before = Instant.parse(shop.one("SELECT to_json(clock_timestamp())#>>'{}'"));

    IntentSnapshot intent = standing(shop.store.enqueue(shop.wish("refund:1")));

    assertThat(intent.state()).isEqualTo(IntentState.AUTHORIZED);
    assertThat(intent.nextTryAt()).isAfterOrEqualTo(before.plus(Duration.ofMinutes(10)));
    assertThat(shop.world.events(intent.operation()))
        .containsExactly("QUEUED_WITH_WINDOW|null|AUTHORIZED");
  }

  @Test
  void whatTheRuleLetsPassIsQueuedWithARecordOfTheRule() {
    shop.demanding(byException(0));

    IntentSnapshot intent = standing(shop.store.enqueue(shop.ruled("refund:1", Verdict.PASSED)));

    assertThat(intent.state()).isEqualTo(IntentState.AUTHORIZED);
    assertThat(shop.queue(intent.operation())).containsExactly("PENDING");
    assertThat(
            shop.one("SELECT rule, rule_version, verdict, decided_by FROM sidegate.rule_decision"))
        .isEqualTo("com.acme.SmallRefund|1|PASSED|agent");
  }

  @Test
  void whatTheRuleDoesNotLetPassGoesToAPersonWhateverTheReason() {
    shop.demanding(byException(0));

    assertThat(because(shop.ruled("refund:1", Verdict.SAID_NO))).isEqualTo("rule said no");
    assertThat(because(shop.ruled("refund:2", Verdict.FAILED))).isEqualTo("rule failed");
    assertThat(because(shop.wish("refund:3"))).isEqualTo("rule unknown");
    RuleDecision newer = new RuleDecision(ApprovalWorld.RULE, 2, Verdict.PASSED);
    assertThat(because(shop.wish("refund:4", "payload", newer, null)))
        .as("the policy in force names another version")
        .isEqualTo("rule unknown");
  }

  @Test
  void aStableSampleGoesToAPersonAllTheSame() {
    shop.demanding(byException(500_000));

    List<String> asked = sampledOf(64);
    shop.past("DELETE FROM sidegate.intent; DELETE FROM sidegate.rule_decision");

    assertThat(asked).as("of 64 at one half").hasSizeBetween(12, 52);
    assertThat(sampledOf(64)).as("drawn from the identity alone").isEqualTo(asked);
    assertThat(shop.one("SELECT DISTINCT asked_because FROM sidegate.approval"))
        .isEqualTo("sample");
  }

  @Test
  void whatIsStoppedIsNotAskedFor() {
    shop.demanding(beforeAct());
    try (OperatorStore onCall = shop.world.openOperator()) {
      onCall.stop(new SwitchTarget(SwitchTarget.EVERY, SwitchTarget.EVERY), "fire");
    }

    assertThat(shop.store.enqueue(shop.wish("refund:1")))
        .isEqualTo(new ClaimOutcome.Stopped("fire"));
    assertThat(shop.one("SELECT count(*) FROM sidegate.intent")).isEqualTo("0");
  }

  @Test
  void aJvmThatKnowsAnOlderPolicyReadsItAgain() {
    EnqueueRequest older = shop.wish("refund:1");
    shop.demanding(beforeAct());

    assertThat(shop.store.enqueue(older)).isEqualTo(new ClaimOutcome.OtherPolicy(2));
  }

  @Test
  void aChangedPolicyVoidsTheQuestionAndTheSameCallAsksAnew() {
    shop.demanding(beforeAct());
    UUID operation = shop.asked("refund:1");

    shop.demanding(beforeAct(2));

    assertThat(shop.approval(operation, "state, reason")).isEqualTo("VOID|the policy changed");
    assertThat(shop.one("SELECT state, hold_reason FROM sidegate.intent"))
        .isEqualTo("AWAITING_HUMAN|policy changed");

    assertThat(shop.asked("refund:1")).isEqualTo(operation);
    assertThat(shop.approval(operation, "number, state, needed, policy_version"))
        .isEqualTo("2|OPEN|2|3");
    assertThat(shop.one("SELECT state, hold_reason FROM sidegate.intent"))
        .isEqualTo("AWAITING_HUMAN|null");
  }

  @Test
  void anApprovedIntentThatHasNotBegunIsAskedAboutAnewAfterAChangedPolicy() {
    shop.demanding(beforeAct());
    UUID operation = shop.asked("refund:1");
    shop.approvedBy("alice", operation);

    shop.demanding(beforeAct(2));
    assertThat(standing(shop.store.enqueue(shop.wish("refund:1"))).state())
        .isEqualTo(IntentState.AWAITING_HUMAN);
    assertThat(shop.queue(operation)).containsExactly("CANCELLED");

    shop.approvedBy("alice", operation);
    assertThat(shop.world.state(operation)).isEqualTo("AWAITING_HUMAN");
    shop.approvedBy("bob", operation);
    assertThat(shop.world.state(operation)).isEqualTo("AUTHORIZED");
    assertThat(shop.queue(operation)).containsExactly("PENDING");
  }

  @Test
  void aLooserPolicyWaitsForAPersonAndVoidsNothing() {
    shop.demanding(beforeAct(2));
    UUID operation = shop.asked("refund:1");

    assertThatThrownBy(() -> shop.demanding(EffectPolicy.NONE))
        .hasMessageContaining("is looser than the one in force");
    assertThat(shop.approval(operation, "state")).isEqualTo("OPEN");

    shop.demandingWhatever(beforeAct());
    assertThat(shop.approval(operation, "state")).isEqualTo("VOID");
  }

  /** The keys that go to a person although the rule lets all pass. */
  private List<String> sampledOf(int wishes) {
    List<IntentState> states =
        Together.call(
            wishes,
            n -> standing(shop.store.enqueue(shop.ruled("refund:" + n, Verdict.PASSED))).state());
    return IntStream.range(0, wishes)
        .filter(n -> states.get(n) == IntentState.AWAITING_HUMAN)
        .mapToObj(n -> "refund:" + n)
        .toList();
  }

  private String because(EnqueueRequest wish) {
    IntentSnapshot intent = standing(shop.store.enqueue(wish));
    assertThat(intent.state()).isEqualTo(IntentState.AWAITING_HUMAN);
    assertThat(shop.queue(intent.operation())).isEmpty();
    return shop.approval(intent.operation(), "asked_because");
  }
}
