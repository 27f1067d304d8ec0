package dev.sidegate.engine.gate;

import dev.sidegate.KeyFormat;
import dev.sidegate.engine.intent.ProviderPromise;
import dev.sidegate.engine.settings.ProviderTerms;
import java.util.Optional;

/**
 * What the code says of an effect.
 *
 * @param name the effect's name
 * @param owner class and method that own it, such as {@code com.acme.Refunds#refund}
 * @param provider what its provider promises
 * @param sensitive whether a value of it is marked sensitive; then no exception's text is kept
 * @param refusal why calls of it are refused by this version of the engine; empty if they are not
 * @param demands when it runs, and by whose leave
 */
public record EffectSpec(
    String name,
    String owner,
    ProviderTerms provider,
    boolean sensitive,
    Optional<String> refusal,
    EffectDemands demands) {

  /** An effect that runs in its caller's thread and needs nobody's leave. */
  public EffectSpec(
      String name,
      String owner,
      ProviderTerms provider,
      boolean sensitive,
      Optional<String> refusal) {
    this(name, owner, provider, sensitive, refusal, EffectDemands.NONE);
  }

  /** The same with these demands. */
  public EffectSpec demanding(EffectDemands more) {
    return new EffectSpec(name, owner, provider, sensitive, refusal, more);
  }

  /** What its provider promises about a repetition. */
  public ProviderPromise promise() {
    return provider.promise();
  }

  /** How its provider wants the action key. */
  public KeyFormat keyFormat() {
    return provider.keyFormat();
  }

  /** The request header that carries the action key. */
  public String keyHeader() {
    return provider.keyHeader();
  }
}
