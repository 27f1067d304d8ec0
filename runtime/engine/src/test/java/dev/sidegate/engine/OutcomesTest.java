package dev.sidegate.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sidegate.Attempt;
import dev.sidegate.EffectConflictException;
import dev.sidegate.EffectFailedException;
import dev.sidegate.EffectFailure;
import dev.sidegate.EffectInProgressException;
import dev.sidegate.Executed;
import dev.sidegate.FailureClass;
import dev.sidegate.OutcomeUnknownException;
import dev.sidegate.RetryAdvice;
import dev.sidegate.engine.world.CountingProvider.Deed;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a wish: effects at the provider, calls, receipt, final state. */
class OutcomesTest {
  @TempDir Path journal;

  @Test
  void anErrorBeforeTheMutatingCallIsDoubtUnlessTheBodySaysThatNothingWasApplied() {
    try (OutcomeWorld world = new OutcomeWorld(journal)) {
      assertThatThrownBy(
              () ->
                  world.call(
                      "A7",
                      () -> {
                        throw new IllegalStateException("no such account");
                      }))
          .isInstanceOf(OutcomeUnknownException.class)
          .hasCauseInstanceOf(IllegalStateException.class);
      assertThat(world.intent()).isEqualTo("UNKNOWN|1|null");

      EffectFailure invalid =
          EffectFailure.notApplied(FailureClass.INVALID_INPUT, "no such account");
      assertThatThrownBy(
              () ->
                  world.call(
                      "A8",
                      () -> {
                        throw invalid;
                      }))
          .isSameAs(invalid);
      assertThat(world.intent()).isEqualTo("FAILED_TERMINAL|1|null");
      assertThat(world.provider.keys()).isEmpty();
      assertThat(world.pauses).isEmpty();
    }
  }

  @Test
  void aTimeoutAfterTheProviderCompletedIsDoubtAndOneEffect() {
    try (OutcomeWorld world = new OutcomeWorld(journal)) {
      world.provider.next(new Deed.BookAndDrop());

      for (int call = 0; call < 3; call++) {
        assertThatThrownBy(() -> world.refund("A7")).isInstanceOf(OutcomeUnknownException.class);
        world.timeIsUp();
      }
      assertThat(world.provider.effects()).containsExactly("A7");
      assertThat(world.provider.keys()).hasSize(1);
      assertThat(world.intent()).startsWith("UNKNOWN|1|");
    }
  }

  @Test
  void ofTwoWorkersWithOneKeyOneBooks() throws Exception {
    try (OutcomeWorld world = new OutcomeWorld(journal)) {
      CountDownLatch both = new CountDownLatch(1);
      world.provider.next(new Deed.BookAndWait(both));
      CompletableFuture<String> first =
          CompletableFuture.supplyAsync(() -> quietly(() -> world.refund("A7")));
      await().atMost(Duration.ofMinutes(1)).until(() -> world.provider.effects().contains("A7"));

      assertThatThrownBy(() -> world.refund("A7")).isInstanceOf(EffectInProgressException.class);
      both.countDown();

      assertThat(first.get()).isEqualTo("re_1");
      assertThat(world.refund("A7")).isEqualTo("re_1");
      assertThat(world.provider.effects()).containsExactly("A7");
      assertThat(world.intent()).isEqualTo("COMPLETED|1|null");
    }
  }

  @Test
  void oneKeyWithOtherParametersIsRefused() throws Exception {
    try (OutcomeWorld world = new OutcomeWorld(journal)) {
      world.refund("A7");

      assertThatThrownBy(() -> world.wish("A7", "another amount").call(() -> "never"))
          .isInstanceOf(EffectConflictException.class);
      assertThat(world.provider.effects()).containsExactly("A7");
      assertThat(world.intent()).isEqualTo("COMPLETED|1|null");
      await()
          .atMost(Duration.ofMinutes(1))
          .untilAsserted(
              () ->
                  assertThat(world.database.query("SELECT kind FROM sidegate.audit_event"))
                      .contains("REFUSED_CONFLICT"));
    }
  }

  @Test
  void aProviderThatIsAwayPastTheLimitLeavesAnExhaustedIntent() {
    try (OutcomeWorld world = new OutcomeWorld(journal)) {
      assertThatThrownBy(
              () ->
                  world.call(
                      "A7",
                      () -> {
                        throw EffectFailure.notApplied(
                            FailureClass.TRANSIENT_BEFORE_WRITE, "connection refused");
                      }))
          .isInstanceOf(EffectFailure.class);
      assertThat(world.pauses).hasSize(3);
      assertThat(world.intent()).isEqualTo("FAILED_RETRYABLE|4|exhausted");

      assertThatThrownBy(() -> world.refund("A7"))
          .isInstanceOfSatisfying(
              EffectFailedException.class,
              failed -> assertThat(failed.retry()).isEqualTo(RetryAdvice.AFTER_OPERATOR));
      assertThat(world.provider.keys()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {502, 503, 429})
  void anAnswerAfterTheCommitIsDoubtAndOneEffect(int status) {
    try (OutcomeWorld world = new OutcomeWorld(journal)) {
      world.provider.next(new Deed.BookAndAnswer(status));

      assertThatThrownBy(() -> world.refund("A7"))
          .isInstanceOf(OutcomeUnknownException.class)
          .hasCauseInstanceOf(IOException.class);
      world.timeIsUp();
      assertThatThrownBy(() -> world.refund("A7"))
          .isInstanceOfSatisfying(
              OutcomeUnknownException.class,
              unknown -> assertThat(unknown.executed()).isEqualTo(Executed.UNKNOWN));
      assertThat(world.provider.effects()).containsExactly("A7");
      assertThat(world.provider.keys()).hasSize(1);
    }
  }

  @Test
  void anAuthorisationThatExpiresDuringTheAttemptEndsAfterIt() throws Exception {
    try (OutcomeWorld world = new OutcomeWorld(journal)) {
      assertThat(
              world.call(
                  "A7",
                  () -> {
                    expire(world);
                    return world.provider.book("A7", Attempt.current().actionKey());
                  }))
          .as("what was begun in time is finished, and is done")
          .isEqualTo("re_1");
      assertThat(world.intent()).isEqualTo("COMPLETED|1|null");

      assertThatThrownBy(
              () ->
                  world.call(
                      "A8",
                      () -> {
                        expire(world);
                        throw EffectFailure.notApplied(
                            FailureClass.TRANSIENT_BEFORE_WRITE, "connection refused");
                      }))
          .isInstanceOf(EffectFailure.class);
      assertThat(world.pauses).isEmpty();
      assertThat(world.intent()).isEqualTo("FAILED_RETRYABLE|1|exhausted");
    }
  }

  @Test
  void oneWishSeenFromAPersianAndAnEnglishViewIsOneIntent() throws Exception {
    Locale before = Locale.getDefault();
    try (OutcomeWorld world = new OutcomeWorld(journal)) {
      Locale.setDefault(Locale.forLanguageTag("fa-IR-u-nu-arabext"));
      assertThat(folded(world, "Order ۱۲۳", 12.5)).isEqualTo("re_1");
      Locale.setDefault(Locale.ENGLISH);
      assertThat(folded(world, " order 123 ", 12.5)).isEqualTo("re_1");

      assertThat(world.provider.effects()).containsExactly("12.5");
      assertThat(world.intent()).isEqualTo("COMPLETED|1|null");
    } finally {
      Locale.setDefault(before);
    }
  }

  private static String folded(OutcomeWorld world, String order, double amount) throws Exception {
    return dev.sidegate.Sidegate.effect("refund")
        .key("refund:{|fold}", order)
        .payload(amount)
        .returning(String.class)
        .call(() -> world.provider.book(Double.toString(amount), Attempt.current().actionKey()));
  }

  private static void expire(OutcomeWorld world) {
    world.database.execute(
        "UPDATE sidegate.intent SET deadline = clock_timestamp() WHERE state = 'PROCESSING'");
  }

  private static <T> T quietly(java.util.concurrent.Callable<T> call) {
    try {
      return call.call();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
