package dev.sidegate.engine.gate;

import dev.sidegate.engine.intent.EffectProposal;
import dev.sidegate.engine.intent.IntentStore;
import dev.sidegate.engine.settings.Settings;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** The policy versions that this JVM knows; each effect is proposed before its first claim. */
final class EffectPolicies {
  private final IntentStore store;
  private final Settings settings;
  private final ConcurrentMap<String, Integer> versions = new ConcurrentHashMap<>();

  EffectPolicies(IntentStore store, Settings settings) {
    this.store = store;
    this.settings = settings;
  }

  /** The version that claims of the effect name. */
  int version(EffectSpec effect) {
    // Effect and owner together: another owner of the same effect has to be proposed, and refused.
    String known = effect.name() + " " + effect.owner();
    Integer version = versions.get(known);
    if (version == null) {
      version =
          store.propose(
              new EffectProposal(
                  effect.name(), effect.owner(), settings.effect(effect.name()).owners(), ""));
      versions.put(known, version);
    }
    return version;
  }

  /** The database has another version; it is read again before the next claim. */
  void forget(EffectSpec effect) {
    versions.remove(effect.name() + " " + effect.owner());
  }
}
