package dev.sidegate.engine.gate;

import dev.sidegate.engine.failure.Classifier;
import dev.sidegate.engine.intent.CallContext;
import dev.sidegate.engine.intent.IntentKey;
import dev.sidegate.engine.intent.Payload;
import dev.sidegate.engine.intent.PayloadHash;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One call of a guarded method or lambda, with everything that is derived from its arguments. The
 * gate asks for key and payload once, before the body.
 */
public interface GuardedCall {

  /** The effect. */
  EffectSpec effect();

  /**
   * The wish's identity.
   *
   * @throws InvalidCallException if a value cannot stand in the key
   */
  IntentKey key(CallContext context);

  /**
   * What is compared and stored.
   *
   * @throws InvalidCallException if an argument cannot be stored
   */
  Payload payload(IntentKey key);

  /**
   * The payload as the release saw it that stored another one under another schema; empty if the
   * two are different wishes, or nobody can tell.
   */
  default Optional<Payload> asSeenBy(IntentKey key, Payload payload, Payload stored) {
    return Optional.empty();
  }

  /** Whether the method returns a stage whose completion, not whose return, ends the body. */
  boolean returnsStage();

  /**
   * The stored form of a result.
   *
   * @return null if it cannot be stored; the effect is completed all the same
   */
  byte @Nullable [] encode(IntentKey key, PayloadHash payload, @Nullable Object result);

  /**
   * The result of a stored form.
   *
   * @throws InvalidCallException if it cannot be rebuilt
   */
  @Nullable Object decode(IntentKey key, PayloadHash payload, byte[] stored);

  /**
   * What the application's own validation finds wrong with the arguments: one sentence each,
   * without sensitive values. Empty if there is nothing, or no validation.
   *
   * @throws UnfitValidationException if it is there and cannot be asked
   */
  List<String> findings();

  /** The application's own view of its exceptions. */
  Classifier classifier();

  /** Whether a call from inside {@code running}'s body is its {@code super} call. */
  boolean isSuperCallOf(GuardedCall running);

  /**
   * What is known of it if it runs later, from its stored form.
   *
   * @throws InvalidCallException if that cannot be read back, or it cannot run later
   */
  default DeferredCall deferred(IntentKey key, Payload payload) {
    throw new InvalidCallException("it cannot run later", null);
  }

  /** The application's rule that lets narrow cases pass; empty if it names none. */
  default Optional<CaseRule> rule() {
    return Optional.empty();
  }

  /** The application's own ways of telling people, by their channels' names. */
  default List<String> channels() {
    return List.of();
  }

  /** How its provider can be asked, with this call's own object; empty if it cannot. */
  default Optional<ProviderLookup> lookup() {
    return Optional.empty();
  }
}
