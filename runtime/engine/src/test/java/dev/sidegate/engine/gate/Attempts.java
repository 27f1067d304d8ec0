package dev.sidegate.engine.gate;

import dev.sidegate.engine.failure.Classifier;
import dev.sidegate.engine.failure.DeclaredAnswers;
import dev.sidegate.engine.intent.CallContext;
import dev.sidegate.engine.intent.Claimed;
import dev.sidegate.engine.intent.IntentKey;
import dev.sidegate.engine.intent.LeaseOwner;
import dev.sidegate.engine.intent.Payload;
import dev.sidegate.engine.intent.PayloadHash;
import dev.sidegate.engine.intent.ProviderPromise;
import dev.sidegate.engine.lease.LeaseClock;
import dev.sidegate.engine.lease.LocalLease;
import dev.sidegate.engine.settings.ProviderTerms;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Attempts of a refund, as the gate makes them. */
final class Attempts {
  static final Duration LEASE = Duration.ofSeconds(30);

  private static final IntentKey KEY = new IntentKey("", "refund", "refund:7");

  private Attempts() {}

  /** A refund whose provider promises that 429 means "not applied". */
  static EffectSpec effect(boolean sensitive) {
    ProviderTerms terms =
        new ProviderTerms(
            ProviderPromise.NONE,
            ProviderTerms.NONE.keyFormat(),
            "Idempotency-Key",
            new DeclaredAnswers(List.of("429")));
    return new EffectSpec("refund", "a.B#refund", terms, sensitive, Optional.empty());
  }

  static RunningAttempt of(EffectSpec effect, WireLog log, LocalLease lease) {
    PayloadHash hash = new PayloadHash(new byte[32], 1, "s");
    return new RunningAttempt(
        new Claimed(
            UUID.randomUUID(), KEY, 1, 1, 1, new LeaseOwner(UUID.randomUUID()), Instant.MAX),
        new Call(effect),
        new Payload(hash, new byte[0]),
        "key",
        lease,
        Duration.ofMinutes(15),
        new TimeLeft(LeaseClock.SYSTEM, Duration.ofMinutes(15), LeaseClock.SYSTEM.read()),
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
