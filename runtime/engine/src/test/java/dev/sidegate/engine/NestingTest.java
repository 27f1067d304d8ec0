package dev.sidegate.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sidegate.Attempt;
import dev.sidegate.EffectFailure;
import dev.sidegate.EffectStoppedException;
import dev.sidegate.FailureClass;
import dev.sidegate.OutcomeUnknownException;
import dev.sidegate.Sidegate;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Guarded calls inside guarded bodies. */
class NestingTest {
  @TempDir Path journal;

  @Test
  void anInnerCallsRefusalIsNoWordOfTheOuters() {
    try (OutcomeWorld world = new OutcomeWorld(journal)) {
      assertThatThrownBy(
              () ->
                  world.call(
                      "A7",
                      () -> {
                        world.provider.book("A7", Attempt.current().actionKey());
                        return mail(
                            () -> {
                              throw EffectFailure.notApplied(
                                  FailureClass.PERMANENT, "no such mailbox");
                            });
                      }))
          .isInstanceOf(OutcomeUnknownException.class)
          .hasCauseInstanceOf(EffectFailure.class);
      assertThat(world.provider.effects()).containsExactly("A7");
      assertThat(states(world)).containsExactly("mail FAILED_TERMINAL 1", "refund UNKNOWN 1");
    }
  }

  @Test
  void anOuterBodyWhoseInnerCallIsHeldIsPostponedIfNothingOfItsOwnLeft() throws Exception {
    try (OutcomeWorld world = OutcomeWorld.watched(journal)) {
      stop(world, "mail");
      Callable<String> outer =
          () -> {
            String mailed = mail(() -> "mailed");
            return mailed + " and " + world.provider.book("A7", Attempt.current().actionKey());
          };
      assertThatThrownBy(() -> world.call("A7", outer)).isInstanceOf(EffectStoppedException.class);
      assertThat(states(world)).containsExactly("refund FAILED_RETRYABLE 0");
      assertThat(world.pauses).as("nobody waits for it").isEmpty();

      resume(world, "mail");
      world.timeIsUp();
      assertThat(world.call("A7", outer)).isEqualTo("mailed and re_1");
      assertThat(states(world)).containsExactly("mail COMPLETED 1", "refund COMPLETED 1");
    }
  }

  @Test
  void anOuterBodyThatHadSentSomethingIsInDoubt() {
    try (OutcomeWorld world = OutcomeWorld.watched(journal)) {
      stop(world, "mail");
      assertThatThrownBy(
              () ->
                  world.call(
                      "A7",
                      () -> {
                        Object sent =
                            world
                                .engine
                                .attempts()
                                .current()
                                .orElseThrow()
                                .wire()
                                .leaving("refund", "provider", "POST");
                        return mail(() -> "never " + sent);
                      }))
          .isInstanceOf(OutcomeUnknownException.class)
          .hasCauseInstanceOf(EffectStoppedException.class);
      assertThat(states(world)).containsExactly("refund UNKNOWN 1");
    }
  }

  @Test
  void withoutEvidenceAHeldInnerCallLeavesDoubt() {
    try (OutcomeWorld world = new OutcomeWorld(journal)) {
      stop(world, "mail");
      assertThatThrownBy(() -> world.call("A7", () -> mail(() -> "never")))
          .isInstanceOf(OutcomeUnknownException.class)
          .hasCauseInstanceOf(EffectStoppedException.class);
      assertThat(states(world)).containsExactly("refund UNKNOWN 1");
    }
  }

  @Test
  void theInnerBudgetEndsWithTheOuterDeadline() throws Exception {
    try (OutcomeWorld world =
        new OutcomeWorld(
            journal, "effects.refund.retry.deadline", "2m", "effects.mail.retry.deadline", "1h")) {
      assertThat(world.call("A7", () -> mail(() -> "mailed"))).isEqualTo("mailed");

      assertThat(
              world.database.query(
                  "SELECT i.deadline <= o.deadline FROM sidegate.intent i, sidegate.intent o"
                      + " WHERE i.effect = 'mail' AND o.effect = 'refund'"))
          .containsExactly("t");
    }
  }

  private static String mail(Callable<String> body) throws Exception {
    return Sidegate.effect("mail")
        .key("mail:{}", "A7")
        .payload("A7")
        .returning(String.class)
        .call(body);
  }

  private static java.util.List<String> states(OutcomeWorld world) {
    return world.database.query(
        "SELECT effect || ' ' || state || ' ' || attempts FROM sidegate.intent ORDER BY effect");
  }

  private static void stop(OutcomeWorld world, String effect) {
    world.database.execute(
        "INSERT INTO sidegate.kill_switch (effect, scope, enabled, reason, changed_at, changed_by)"
            + " VALUES ('"
            + effect
            + "', '*', false, 'incident 7', clock_timestamp(), session_user)");
  }

  private static void resume(OutcomeWorld world, String effect) {
    world.database.execute("DELETE FROM sidegate.kill_switch WHERE effect = '" + effect + "'");
  }
}
