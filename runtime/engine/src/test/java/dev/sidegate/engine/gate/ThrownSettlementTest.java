package dev.sidegate.engine.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.EffectFailure;
import dev.sidegate.FailureClass;
import dev.sidegate.engine.intent.Settlement;
import dev.sidegate.engine.lease.LeaseClock;
import dev.sidegate.engine.lease.LocalLease;
import dev.sidegate.engine.settings.Settings;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is settled for an attempt whose body threw. */
class ThrownSettlementTest {
  private static final LeaseClock CLOCK = LeaseClock.SYSTEM;

  private final ThrownSettlement settlements =
      new ThrownSettlement(Settings.load(new Properties(), Map.of()), CLOCK, new Random(7));

  @Test
  void theTextOfASensitiveCallsExceptionIsNotKept() {
    IOException quoting = new IOException("card 4111 refused");

    assertThat(settlements.of(attempt(true, WireLog.blind()), quoting))
        .isInstanceOfSatisfying(
            Settlement.Doubt.class, doubt -> assertThat(doubt.failure().message()).isNull());
    assertThat(settlements.of(attempt(false, WireLog.blind()), quoting))
        .isInstanceOfSatisfying(
            Settlement.Doubt.class,
            doubt -> assertThat(doubt.failure().message()).isEqualTo("card 4111 refused"));
  }

  @Test
  void aProviderThatAsksToWaitIsNeverAskedEarlier() {
    EffectFailure slower =
        EffectFailure.notApplied(
            FailureClass.RATE_LIMITED, "slow down", Duration.ofMinutes(5), null);

    assertThat(settlements.of(attempt(false, WireLog.blind()), slower))
        .isInstanceOfSatisfying(
            Settlement.Retryable.class,
            retryable -> assertThat(retryable.delay()).isEqualTo(Duration.ofMinutes(5)));
  }

  @Test
  void aRequestThatNeverLeftIsTriedAgainAndOneThatLeftIsDoubt() throws Exception {
    WireLog log = WireLog.watching(Optional::empty);
    log.begun();
    assertThat(settlements.of(attempt(false, log), new ConnectException()))
        .isInstanceOf(Settlement.Retryable.class);

    log.leaving("refund", "provider", "POST");
    assertThat(settlements.of(attempt(false, log), new ConnectException()))
        .isInstanceOf(Settlement.Doubt.class);
  }

  @Test
  void anAnswerSpeaksOnlyForAWireThatSawEverything() throws Exception {
    WireLog log = WireLog.watching(Optional::empty);
    answered(log, 429);
    assertThat(settlements.of(attempt(false, log), new IOException()))
        .isInstanceOf(Settlement.Retryable.class);

    log.untied("a thread");
    assertThat(settlements.of(attempt(false, log), new IOException()))
        .isInstanceOf(Settlement.Doubt.class);
  }

  @Test
  void aWordThatCameThroughFromAnInnerCallProvesNothingHere() {
    RunningAttempt attempt = attempt(false, WireLog.blind());
    EffectFailure refused = EffectFailure.notApplied(FailureClass.PERMANENT, "closed");
    attempt.passes(refused);

    assertThat(settlements.of(attempt, refused)).isInstanceOf(Settlement.Doubt.class);
    assertThat(settlements.of(attempt, EffectFailure.notApplied(FailureClass.PERMANENT, "own")))
        .isInstanceOf(Settlement.Terminal.class);
  }

  static void answered(WireLog log, int status) throws Exception {
    WireLog.Request request = log.leaving("refund", "provider", "POST");
    request.answered(status, null, null);
    request.complete();
  }

  private static RunningAttempt attempt(boolean sensitive, WireLog log) {
    return Attempts.of(
        Attempts.effect(sensitive), log, new LocalLease(CLOCK, Attempts.LEASE, CLOCK.read()));
  }
}
