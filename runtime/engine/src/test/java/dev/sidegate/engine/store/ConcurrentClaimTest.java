package dev.sidegate.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.engine.intent.ClaimOutcome;
import dev.sidegate.engine.intent.Claimed;
import dev.sidegate.engine.intent.EffectProposal;
import dev.sidegate.engine.intent.IntentState;
import dev.sidegate.engine.intent.SettleOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ConcurrentClaimTest {
  private static final int ROUNDS = 20;
  private static final StoreWorld WORLD = new StoreWorld();
  private static PostgresStore otherJvm;

  @BeforeAll
  static void begin() {
    otherJvm = WORLD.openStore();
  }

  @AfterAll
  static void end() {
    otherJvm.close();
    WORLD.close();
  }

  @Test
  void aHundredCallersOfOneKeyFromTwoJvmsGetOneGrant() {
    for (int round = 0; round < ROUNDS; round++) {
      String key = "refund:hundred:" + round;

      List<ClaimOutcome> outcomes =
          Together.call(100, caller -> jvm(caller).claim(Asking.claim(key)));

      assertThat(grants(outcomes)).hasSize(1);
      assertThat(outcomes)
          .filteredOn(outcome -> !(outcome instanceof ClaimOutcome.Granted))
          .allSatisfy(ConcurrentClaimTest::isInProgress);
    }
  }

  @Test
  void aRetryIsGrantedToOneOfMany() {
    for (int round = 0; round < ROUNDS; round++) {
      String key = "refund:retry:" + round;
      Claimed first = Asking.granted(WORLD.store.claim(Asking.claim(key)));
      WORLD.store.settle(Asking.settle(first, Asking.retryable(Duration.ZERO)));

      List<ClaimOutcome> outcomes =
          Together.call(40, caller -> jvm(caller).claim(Asking.claim(key)));

      assertThat(grants(outcomes)).singleElement().extracting(Claimed::attempt).isEqualTo(2);
      assertThat(WORLD.attemptStates(first.operation())).containsExactly("NOT_APPLIED", "RUNNING");
    }
  }

  @Test
  void theNextGenerationIsOpenedByOneOfMany() {
    for (int round = 0; round < ROUNDS; round++) {
      String key = "refund:generation:" + round;
      Claimed first = Asking.granted(WORLD.store.claim(Asking.claim(key, "first")));
      WORLD.store.settle(Asking.settle(first, Asking.terminal()));

      List<ClaimOutcome> outcomes =
          Together.call(40, caller -> jvm(caller).claim(Asking.claim(key, "second")));

      assertThat(grants(outcomes)).singleElement().extracting(Claimed::generation).isEqualTo(2);
    }
  }

  @Test
  void ofTwoPayloadsAtOnceOneIsRefused() {
    for (int round = 0; round < ROUNDS; round++) {
      String key = "refund:payloads:" + round;

      List<ClaimOutcome> outcomes =
          Together.call(
              20, caller -> jvm(caller).claim(Asking.claim(key, caller % 4 < 2 ? "10" : "20")));

      assertThat(grants(outcomes)).hasSize(1);
      assertThat(outcomes)
          .filteredOn(outcome -> outcome instanceof ClaimOutcome.OtherPayload)
          .as("those with the other payload, unless they only found the row locked")
          .hasSizeLessThanOrEqualTo(10)
          .isNotEmpty();
    }
  }

  @Test
  void anExpiredLeaseIsMovedToDoubtOnce() {
    for (int round = 0; round < ROUNDS; round++) {
      String key = "refund:expired:" + round;
      Claimed claim = Asking.granted(WORLD.store.claim(Asking.claim(key)));
      WORLD.endLease(claim.operation());

      List<ClaimOutcome> outcomes =
          Together.call(20, caller -> jvm(caller).claim(Asking.claim(key)));

      assertThat(grants(outcomes)).isEmpty();
      assertThat(WORLD.events(claim.operation())).hasSize(2);
    }
  }

  @Test
  void ofSettleAndSweepOneMovesTheIntentAndTheResultIsKept() {
    for (int round = 0; round < ROUNDS; round++) {
      String key = "refund:settle-or-sweep:" + round;
      Claimed claim = Asking.granted(WORLD.store.claim(Asking.claim(key)));
      WORLD.endLease(claim.operation());

      List<Object> outcomes =
          Together.call(
              2,
              caller ->
                  caller == 0
                      ? WORLD.store.settle(Asking.settle(claim, Asking.completed("done")))
                      : otherJvm.claim(Asking.claim(key)));

      assertThat(outcomes.get(0)).isInstanceOf(SettleOutcome.Settled.class);
      assertThat(WORLD.state(claim.operation())).isEqualTo("COMPLETED");
    }
  }

  @Test
  void twoJvmsProposeOneEffectAtOnce() {
    List<Integer> versions =
        Together.call(
            20,
            caller ->
                jvm(caller)
                    .propose(new EffectProposal("mail", "com.acme.Mail#send", Set.of(), "")));

    assertThat(versions).containsOnly(1);
  }

  private static PostgresStore jvm(int caller) {
    return caller % 2 == 0 ? WORLD.store : otherJvm;
  }

  private static List<Claimed> grants(List<ClaimOutcome> outcomes) {
    return IntStream.range(0, outcomes.size())
        .mapToObj(outcomes::get)
        .filter(ClaimOutcome.Granted.class::isInstance)
        .map(Asking::granted)
        .toList();
  }

  private static void isInProgress(ClaimOutcome outcome) {
    if (outcome instanceof ClaimOutcome.Standing standing) {
      assertThat(standing.intent().state()).isEqualTo(IntentState.PROCESSING);
    } else {
      assertThat(outcome).isInstanceOf(ClaimOutcome.Contended.class);
    }
  }
}
