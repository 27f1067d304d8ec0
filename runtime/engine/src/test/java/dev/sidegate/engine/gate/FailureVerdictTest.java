package dev.sidegate.engine.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.EffectFailure;
import dev.sidegate.FailureClass;
import dev.sidegate.KeyFormat;
import dev.sidegate.engine.intent.ProviderPromise;
import dev.sidegate.engine.intent.Settlement;
import dev.sidegate.engine.settings.EffectSettings;
import dev.sidegate.engine.settings.Settings;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FailureVerdictTest {
  private static final EffectSettings SETTINGS =
      Settings.load(new Properties(), Map.of()).effect("refund");

  private final FailureVerdict verdict = new FailureVerdict(new Random(7));

  @ParameterizedTest
  @ValueSource(
      classes = {
        ConnectException.class,
        IOException.class,
        IllegalArgumentException.class,
        InterruptedException.class,
        OutOfMemoryError.class,
        AssertionError.class
      })
  void noExceptionTypeProvesAnything(Class<? extends Throwable> type)
      throws ReflectiveOperationException {
    assertThat(of(type.getConstructor().newInstance())).isInstanceOf(Settlement.Doubt.class);
  }

  @Test
  void theBodysOwnWordThatItWasRefusedIsTerminal() {
    assertThat(of(EffectFailure.notApplied(FailureClass.PERMANENT, "account closed")))
        .isInstanceOfSatisfying(
            Settlement.Terminal.class,
            terminal -> {
              assertThat(terminal.failure().failureClass()).isEqualTo(FailureClass.PERMANENT);
              assertThat(terminal.failure().message()).isEqualTo("account closed");
            });
  }

  @Test
  void aProviderThatAsksToWaitIsNeverAskedEarlier() {
    Settlement settlement =
        of(
            EffectFailure.notApplied(
                FailureClass.RATE_LIMITED, "slow down", Duration.ofMinutes(5), null));

    assertThat(settlement)
        .isInstanceOfSatisfying(
            Settlement.Retryable.class,
            retryable -> assertThat(retryable.delay()).isEqualTo(Duration.ofMinutes(5)));
  }

  @Test
  void theDelayGrowsWithTheAttemptsAndIsCapped() {
    for (int attempt = 1; attempt <= 40; attempt++) {
      Settlement settlement =
          verdict.of(
              EffectFailure.notApplied(FailureClass.TRANSIENT_BEFORE_WRITE, "refused"),
              attempt,
              effect(false),
              SETTINGS);
      Duration bound = Duration.ofSeconds(Math.min(60, 2L << Math.min(attempt - 1, 10)));
      assertThat(((Settlement.Retryable) settlement).delay()).isBetween(Duration.ZERO, bound);
    }
  }

  @Test
  void theTextOfASensitiveCallsExceptionIsNotKept() {
    Settlement settlement =
        verdict.of(new IOException("card 4111 refused"), 1, effect(true), SETTINGS);

    assertThat(((Settlement.Doubt) settlement).failure().message()).isNull();
  }

  private Settlement of(Throwable thrown) {
    return verdict.of(thrown, 1, effect(false), SETTINGS);
  }

  private static EffectSpec effect(boolean sensitive) {
    return new EffectSpec(
        "refund",
        "a.B#refund",
        KeyFormat.HEX32,
        "Idempotency-Key",
        sensitive,
        ProviderPromise.NONE,
        Optional.empty());
  }
}
