package dev.sidegate.engine.gate;

import dev.sidegate.engine.approval.Declared;
import dev.sidegate.engine.approval.EffectPolicy;
import dev.sidegate.engine.approval.Tightening;
import dev.sidegate.engine.intent.EffectProposal;
import dev.sidegate.engine.intent.EffectRefusedException;
import dev.sidegate.engine.intent.IntentStore;
import dev.sidegate.engine.settings.EffectSettings;
import dev.sidegate.engine.settings.Settings;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;

/** The policies that this JVM knows; each effect is proposed before its first claim. */
final class EffectPolicies {
  private final IntentStore store;
  private final Settings settings;
  private final ConcurrentMap<String, Known> known = new ConcurrentHashMap<>();

  EffectPolicies(IntentStore store, Settings settings) {
    this.store = store;
    this.settings = settings;
  }

  /**
   * A policy in force.
   *
   * @param version its version, which claims name
   * @param policy what it says
   */
  record Known(int version, EffectPolicy policy) {}

  /**
   * The policy of the call's effect.
   *
   * @throws EffectRefusedException if another owner holds the effect, the policy is looser than the
   *     one in force, or the settings do not fit what the code demands
   */
  Known of(GuardedCall call) {
    return of(call.effect(), call::rule);
  }

  /** As {@link #of(GuardedCall)}, without a call. */
  Known of(EffectSpec effect, Supplier<Optional<CaseRule>> rule) {
    // Effect and owner together: another owner of the same effect has to be proposed, and refused.
    String name = effect.name() + " " + effect.owner();
    Known policy = known.get(name);
    if (policy == null) {
      policy = proposed(effect, rule);
      known.put(name, policy);
    }
    return policy;
  }

  private Known proposed(EffectSpec effect, Supplier<Optional<CaseRule>> rule) {
    EffectSettings set = settings.effect(effect.name());
    EffectPolicy policy = policy(effect, rule, set);
    return new Known(
        store.propose(
            new EffectProposal(effect.name(), effect.owner(), set.owners(), policy.canonical())),
        policy);
  }

  private static EffectPolicy policy(
      EffectSpec effect, Supplier<Optional<CaseRule>> rule, EffectSettings set) {
    Optional<Declared> declared = effect.demands().approval();
    try {
      return Tightening.of(
          effect.name(),
          declared,
          declared.flatMap(Declared::rule).isPresent()
              ? rule.get().map(CaseRule::version).orElse(0)
              : 0,
          effect.demands().irreversible(),
          set.approval());
    } catch (IllegalArgumentException loosened) {
      throw new EffectRefusedException(String.valueOf(loosened.getMessage()));
    }
  }

  /** The database has another version; it is read again before the next claim. */
  void forget(EffectSpec effect) {
    known.remove(effect.name() + " " + effect.owner());
  }
}
