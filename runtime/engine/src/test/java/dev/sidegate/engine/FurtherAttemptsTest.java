package dev.sidegate.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sidegate.Attempt;
import dev.sidegate.EffectCompletedException;
import dev.sidegate.EffectFailedException;
import dev.sidegate.EffectFailure;
import dev.sidegate.EffectUnavailableException;
import dev.sidegate.FailureClass;
import dev.sidegate.OutcomeUnknownException;
import dev.sidegate.RetryAdvice;
import dev.sidegate.engine.world.CountingProvider.Deed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Attempts that follow in the caller's thread, and those that must not. */
class FurtherAttemptsTest {
  @TempDir Path journal;

  @Test
  void aProvenFailureIsTriedAgainAndItsCallerGetsTheReceipt() throws Exception {
    try (OutcomeWorld world = new OutcomeWorld(journal)) {
      List<Integer> attempts = new ArrayList<>();
      String receipt =
          world.call(
              "A7",
              () -> {
                attempts.add(Attempt.current().number());
                if (attempts.size() < 3) {
                  throw transientFailure();
                }
                return world.provider.book("A7", Attempt.current().actionKey());
              });

      assertThat(receipt).isEqualTo("re_1");
      assertThat(attempts).containsExactly(1, 2, 3);
      assertThat(world.pauses).hasSize(2);
      assertThat(world.provider.effects()).containsExactly("A7");
      assertThat(world.intent()).isEqualTo("COMPLETED|3|null");
    }
  }

  @Test
  void aKeyedProviderWhoseAnswersAreLostIsAskedWithOneKeyAndBooksOnce() throws Exception {
    try (OutcomeWorld world = new OutcomeWorld(journal)) {
      world
          .provider
          .honouringKeys()
          .next(new Deed.BookAndDrop(), new Deed.BookAndDrop(), new Deed.BookAndDrop());

      assertThat(world.refundUnder("keyed", "A7")).isEqualTo("re_1");
      assertThat(world.provider.keys()).hasSize(4).containsOnly(world.provider.keys().get(0));
      assertThat(world.provider.effects()).containsExactly("A7");
      assertThat(world.intent()).isEqualTo("COMPLETED|4|null");
    }
  }

  @Test
  void answersThatAreLostOnEveryAttemptLeaveDoubtAndOneEffect() {
    try (OutcomeWorld world = new OutcomeWorld(journal, "effects.refund.retry.max-attempts", "3")) {
      world
          .provider
          .honouringKeys()
          .next(new Deed.BookAndDrop(), new Deed.BookAndDrop(), new Deed.BookAndDrop());

      assertThatThrownBy(() -> world.refundUnder("keyed", "A7"))
          .isInstanceOf(OutcomeUnknownException.class);
      assertThat(world.provider.keys()).hasSize(3).containsOnly(world.provider.keys().get(0));
      assertThat(world.provider.effects()).containsExactly("A7");
      assertThat(world.intent()).startsWith("UNKNOWN|3|");
    }
  }

  @Test
  void anIdempotentEffectInDoubtIsTriedAgain() throws Exception {
    try (OutcomeWorld world = new OutcomeWorld(journal)) {
      world.provider.next(new Deed.Refuse(503));

      assertThat(world.refundUnder("idempotent", "A7")).isEqualTo("re_1");
      assertThat(world.provider.keys()).hasSize(2);
      assertThat(world.intent()).isEqualTo("COMPLETED|2|null");
    }
  }

  @Test
  void aFirstAttemptThatReturnsAfterTheSecondMovesNothing() throws Exception {
    try (OutcomeWorld world =
        new OutcomeWorld(journal, "effects.refund.lease", "1s", "effects.refund.lease-cap", "1s")) {
      CountDownLatch secondIsDone = new CountDownLatch(1);
      world.provider.honouringKeys().next(new Deed.BookAndWait(secondIsDone));
      CompletableFuture<Object> first =
          CompletableFuture.supplyAsync(() -> outcome(() -> world.refundUnder("keyed", "A7")));
      await()
          .atMost(Duration.ofMinutes(1))
          .untilAsserted(
              () ->
                  assertThat(
                          world.database.query(
                              "SELECT expires_at < clock_timestamp() FROM sidegate.intent"))
                      .containsExactly("t"));

      Object second = outcome(() -> world.refundUnder("keyed", "A7"));
      if (second instanceof OutcomeUnknownException) {
        second = outcome(() -> world.refundUnder("keyed", "A7")); // the first call found the doubt
      }
      secondIsDone.countDown();

      assertThat(second).isEqualTo("re_1");
      assertThat(first.get())
          .isInstanceOfAny(
              String.class, OutcomeUnknownException.class, EffectCompletedException.class);
      assertThat(world.provider.effects()).containsExactly("A7");
      assertThat(world.intent()).isEqualTo("COMPLETED|2|null");
    }
  }

  @Test
  void nobodyIsKeptBeyondHisPatienceAndALaterCallerIsToldToComeBack() {
    try (OutcomeWorld world = new OutcomeWorld(journal, "effects.refund.retry.patience", "5s")) {
      EffectFailure slower =
          EffectFailure.notApplied(
              FailureClass.RATE_LIMITED, "slow down", Duration.ofMinutes(2), null);
      assertThatThrownBy(
              () ->
                  world.call(
                      "A7",
                      () -> {
                        throw slower;
                      }))
          .isSameAs(slower);

      assertThat(world.pauses).isEmpty();
      assertThat(world.intent()).isEqualTo("FAILED_RETRYABLE|1|null");
      assertThatThrownBy(() -> world.refund("A7"))
          .isInstanceOfSatisfying(
              EffectFailedException.class,
              failed -> assertThat(failed.retry()).isEqualTo(RetryAdvice.LATER));
      assertThat(world.provider.keys()).isEmpty();
    }
  }

  @Test
  void anInterruptedCallerIsNotKept() {
    try (OutcomeWorld world = new OutcomeWorld(journal)) {
      assertThatThrownBy(
              () ->
                  world.call(
                      "A7",
                      () -> {
                        Thread.currentThread().interrupt();
                        throw transientFailure();
                      }))
          .isInstanceOf(EffectFailure.class);
      assertThat(Thread.interrupted()).as("left as it was").isTrue();
      assertThat(world.pauses).isEmpty();
      assertThat(world.intent()).isEqualTo("FAILED_RETRYABLE|1|null");
    }
  }

  @Test
  void aBodyThatChangedItsPayloadIsNotTriedAgain() {
    try (OutcomeWorld world = new OutcomeWorld(journal)) {
      List<String> lines = new ArrayList<>(List.of("a"));
      assertThatThrownBy(
              () ->
                  world
                      .wish("A7", lines)
                      .call(
                          () -> {
                            lines.add("b");
                            throw transientFailure();
                          }))
          .isInstanceOf(EffectFailure.class);
      assertThat(lines).as("one run").containsExactly("a", "b");
      assertThat(world.intent()).isEqualTo("FAILED_RETRYABLE|1|null");
    }
  }

  @Test
  void aRetryAroundTheCallSpendsTheSameBudget() {
    try (OutcomeWorld world = new OutcomeWorld(journal, "effects.refund.retry.patience", "0s")) {
      List<Integer> runs = new ArrayList<>();
      for (int again = 0; again < 10; again++) {
        Object unused =
            outcome(
                () ->
                    world.call(
                        "A7",
                        () -> {
                          runs.add(Attempt.current().number());
                          throw transientFailure();
                        }));
        world.timeIsUp();
      }
      assertThat(runs).containsExactly(1, 2, 3, 4);
      assertThat(world.intent()).isEqualTo("FAILED_RETRYABLE|4|exhausted");
    }
  }

  @Test
  void aContractThatTheSettingsDoNotKnowRefusesTheEffect() {
    try (OutcomeWorld world = new OutcomeWorld(journal)) {
      assertThatThrownBy(() -> world.refundUnder("nobody", "A7"))
          .isInstanceOfSatisfying(
              EffectUnavailableException.class,
              refused -> assertThat(refused.reason()).contains("sidegate.providers.nobody.keyed"));
      assertThat(world.provider.keys()).isEmpty();
      assertThat(world.database.query("SELECT * FROM sidegate.intent")).isEmpty();
    }
  }

  private static EffectFailure transientFailure() {
    return EffectFailure.notApplied(FailureClass.TRANSIENT_BEFORE_WRITE, "connection refused");
  }

  private static Object outcome(Callable<?> call) {
    try {
      return call.call();
    } catch (Exception thrown) {
      return thrown;
    }
  }
}
