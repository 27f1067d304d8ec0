package dev.sidegate.engine.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.EffectFailure;
import dev.sidegate.FailureClass;
import dev.sidegate.engine.failure.Classifier;
import dev.sidegate.engine.failure.DeclaredAnswers;
import dev.sidegate.engine.intent.CallContext;
import dev.sidegate.engine.intent.Claimed;
import dev.sidegate.engine.intent.IntentKey;
import dev.sidegate.engine.intent.LeaseOwner;
import dev.sidegate.engine.intent.Payload;
import dev.sidegate.engine.intent.PayloadHash;
import dev.sidegate.engine.intent.ProviderPromise;
import dev.sidegate.engine.intent.Settlement;
import dev.sidegate.engine.lease.LeaseClock;
import dev.sidegate.engine.lease.LocalLease;
import dev.sidegate.engine.settings.ProviderTerms;
import dev.sidegate.engine.settings.Settings;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is settled for an attempt whose body threw. */
class ThrownSettlementTest {
  private static final LeaseClock CLOCK = LeaseClock.SYSTEM;
  private static final IntentKey KEY = new IntentKey("", "refund", "refund:7");

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
    ProviderTerms terms =
        new ProviderTerms(
            ProviderPromise.NONE,
            ProviderTerms.NONE.keyFormat(),
            "Idempotency-Key",
            new DeclaredAnswers(List.of("429")));
    EffectSpec effect = new EffectSpec("refund", "a.B#refund", terms, sensitive, Optional.empty());
    PayloadHash hash = new PayloadHash(new byte[32], 1, "s");
    return new RunningAttempt(
        new Claimed(
            UUID.randomUUID(), KEY, 1, 1, 1, new LeaseOwner(UUID.randomUUID()), Instant.MAX),
        new Call(effect),
        new Payload(hash, new byte[0]),
        "key",
        new LocalLease(CLOCK, Duration.ofSeconds(30), CLOCK.read()),
        Duration.ofMinutes(15),
        log,
        null);
  }

  /** A call whose body has run already. */
  private record Call(EffectSpec effect) implements GuardedCall {
    @Override
    public IntentKey key(CallContext context) {
      return KEY;
    }

    @Override
    public Payload payload(IntentKey key) {
      throw new UnsupportedOperationException("it is claimed already");
    }

    @Override
    public boolean returnsStage() {
      return false;
    }

    @Override
    public byte @Nullable [] encode(IntentKey key, PayloadHash payload, @Nullable Object result) {
      return null;
    }

    @Override
    public @Nullable Object decode(IntentKey key, PayloadHash payload, byte[] stored) {
      throw new UnsupportedOperationException("it has no result");
    }

    @Override
    public List<String> findings() {
      return List.of();
    }

    @Override
    public Classifier classifier() {
      return Classifier.NONE;
    }

    @Override
    public boolean isSuperCallOf(GuardedCall running) {
      return false;
    }
  }
}
