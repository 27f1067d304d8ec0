package dev.sidegate.engine.gate;

import dev.sidegate.engine.intent.CallContext;
import dev.sidegate.engine.intent.DispatchStore;
import dev.sidegate.engine.intent.Dispatchable;
import dev.sidegate.engine.intent.Dispatched;
import dev.sidegate.engine.intent.HandOver;
import dev.sidegate.engine.intent.IntentKey;
import dev.sidegate.engine.intent.Payload;
import dev.sidegate.engine.intent.Settlement;
import dev.sidegate.engine.intent.StoreUnavailableException;
import dev.sidegate.engine.lease.LeaseClock;
import dev.sidegate.engine.settings.EffectSettings;
import dev.sidegate.engine.settings.Settings;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way in for what runs without its caller. The right to run is there already; what is left to
 * find out is whether the stored arguments are what was allowed (law 7).
 */
public final class DispatchGate {
  private static final Logger LOG = LoggerFactory.getLogger(DispatchGate.class);

  private final Settings settings;
  private final DispatchStore store;
  private final CallScopes scopes;
  private final Settler settler;
  private final Gate gate;

  /** Puts it together. */
  public DispatchGate(
      Settings settings, DispatchStore store, CallScopes scopes, Settler settler, Gate gate) {
    this.settings = settings;
    this.store = store;
    this.scopes = scopes;
    this.settler = settler;
    this.gate = gate;
  }

  /** Why queued calls of this effect cannot run in this process; empty if they can. */
  public Optional<String> obstacle(EffectSpec effect) {
    if (!settings.actionsEnabled()) {
      return Optional.of("actions are switched off for this JVM by its settings");
    }
    if (effect.sensitive() && settings.encryptionKeyFile() == null) {
      return Optional.of(
          "it has @Sensitive values and this JVM has no sidegate.encryption.key-file");
    }
    return effect.refusal().or(() -> effect.demands().obstacle());
  }

  /** Whether calls of this effect are queued from the beginning, so that some may wait already. */
  public boolean queues(EffectSpec effect) {
    return effect.demands().queued()
        || effect.demands().approval().isPresent()
        || settings.effect(effect.name()).approval().role() != null;
  }

  /**
   * What attempts of this effect are claimed with.
   *
   * @throws dev.sidegate.engine.intent.EffectRefusedException if its policy is not this process's
   */
  public Dispatchable dispatchable(
      EffectSpec effect, Supplier<Optional<CaseRule>> rule, Optional<ProviderLookup> lookup) {
    EffectSettings set = settings.effect(effect.name());
    return new Dispatchable(
        effect.name(),
        gate.policies().of(effect, rule).version(),
        set.lease(),
        set.leaseCap(),
        effect.promise(),
        lookup.map(ProviderLookup::identity).orElse(null),
        Gate.settleDelay(lookup, effect, set),
        set.concurrency());
  }

  /** The database has another version of its policy. */
  public void forget(EffectSpec effect) {
    gate.policies().forget(effect);
  }

  /**
   * Begins an attempt that was dispatched, if the call is what was allowed: its arguments were
   * decoded; here they are encoded again, and key, payload hash and bound hash are compared.
   *
   * @param sentAt when the right was asked for
   * @throws InvalidCallException if it is another call
   * @throws HeldCallException if the lease has ended before the body began
   */
  public Entry begin(GuardedCall call, Dispatched given, LeaseClock.Reading sentAt) {
    IntentKey key = call.key(scopes.current());
    if (!key.equals(given.claim().key())) {
      throw new InvalidCallException("the stored arguments give another key", null);
    }
    Payload payload = call.payload(key);
    if (!payload.hash().equals(given.payload().hash())) {
      throw new InvalidCallException(
          "the stored arguments are not those of the stored hash, or mean something else to this"
              + " version of the class",
          null);
    }
    byte[] bound = given.boundDigest();
    if (bound != null && !Arrays.equals(bound, call.deferred(key, payload).boundDigest())) {
      throw new InvalidCallException("the stored arguments are not what was approved", null);
    }
    return gate.begin(given.claim(), given.left(), call, payload, sentAt);
  }

  /** Gives a right back that nothing was done with. */
  public void undo(Dispatched given, Settlement settlement) {
    settler.undo(given.claim(), settlement);
  }

  /**
   * Lets dispatchers go on with what its caller has no more patience for.
   *
   * @return false if they do not: then a caller has to come again
   */
  public boolean handOver(GuardedCall call, RunningAttempt ended) {
    CallContext context = scopes.current();
    try {
      return store.handOver(
          new HandOver(
              ended.claim().operation(),
              ended.payload(),
              call.deferred(ended.claim().key(), ended.stored()).orderKey(),
              context));
    } catch (StoreUnavailableException | InvalidCallException notHandedOver) {
      LOG.info(
          "{} is left to its callers: {}", ended.claim().operation(), notHandedOver.getMessage());
      return false;
    }
  }
}
