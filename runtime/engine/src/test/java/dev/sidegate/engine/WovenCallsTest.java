package dev.sidegate.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sidegate.EffectFailedException;
import dev.sidegate.EffectFailure;
import dev.sidegate.Executed;
import dev.sidegate.FailureClass;
import dev.sidegate.RetryAdvice;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls of woven methods: tried again as they were stored, and checked before they are claimed. */
class WovenCallsTest {
  @TempDir Path journal;

  private final Ledger ledger = new Ledger();

  @Test
  void aFurtherAttemptGetsTheArgumentsAsTheyWereStored() throws Throwable {
    try (OutcomeWorld world = patient()) {
      ledger.faults.add(transientFailure());
      ledger.faults.add(transientFailure());

      assertThat(ledger.post("A7", lines())).isEqualTo("posted A7");
      assertThat(ledger.runs)
          .containsExactly(List.of("a", "b"), List.of("a", "b"), List.of("a", "b"));
      assertThat(world.pauses).hasSize(2);
      assertThat(world.intent()).isEqualTo("COMPLETED|3|null");
      assertThat(ledger.post("A7", lines())).isEqualTo("posted A7");
      assertThat(ledger.runs).hasSize(3);
    }
  }

  @Test
  void aBudgetThatEndsGivesTheLastAttemptsOwnThrowable() {
    try (OutcomeWorld world = patient()) {
      List<EffectFailure> thrown = new ArrayList<>();
      for (int attempt = 0; attempt < 4; attempt++) {
        thrown.add(transientFailure());
      }
      ledger.faults.addAll(thrown);

      assertThatThrownBy(() -> ledger.post("A7", lines())).isSameAs(thrown.get(3));
      assertThat(ledger.runs).hasSize(4);
      assertThat(world.intent()).isEqualTo("FAILED_RETRYABLE|4|exhausted");
    }
  }

  @Test
  void aMethodThatHoldsItsMonitorIsNotTriedAgainByItself() {
    try (OutcomeWorld world = patient()) {
      ledger.faults.add(transientFailure());

      assertThatThrownBy(() -> ledger.postAlone("A7", lines())).isInstanceOf(EffectFailure.class);
      assertThat(ledger.runs).hasSize(1);
      assertThat(world.pauses).isEmpty();
      assertThat(world.intent()).isEqualTo("FAILED_RETRYABLE|1|null");
    }
  }

  @Test
  void whatTheApplicationsValidationRefusesIsNeverClaimed() {
    try (OutcomeWorld world = patient()) {
      assertThatThrownBy(() -> ledger.post("far too long", lines()))
          .isInstanceOfSatisfying(
              EffectFailedException.class,
              failed -> {
                assertThat(failed.executed()).isEqualTo(Executed.NO);
                assertThat(failed.retry()).isEqualTo(RetryAdvice.WITH_CHANGES);
                assertThat(failed.getMessage()).contains("at most 8, not 'far too long'");
              });
      assertThat(ledger.runs).isEmpty();
      assertThat(world.database.query("SELECT * FROM sidegate.intent")).isEmpty();
      await()
          .atMost(Duration.ofMinutes(1))
          .untilAsserted(
              () ->
                  assertThat(world.database.query("SELECT kind FROM sidegate.audit_event"))
                      .contains("REFUSED_VALIDATION"));
    }
  }

  private OutcomeWorld patient() {
    return new OutcomeWorld(
        journal, "effects.post.retry.patience", "60s", "effects.postAlone.retry.patience", "60s");
  }

  private static List<String> lines() {
    return new ArrayList<>(List.of("a", "b"));
  }

  private static EffectFailure transientFailure() {
    return EffectFailure.notApplied(FailureClass.TRANSIENT_BEFORE_WRITE, "connection refused");
  }
}
