package dev.sidegate.engine.gate;

import dev.sidegate.engine.intent.ClaimOutcome;
import dev.sidegate.engine.intent.EffectRefusedException;
import dev.sidegate.engine.intent.IntentSnapshot;
import dev.sidegate.engine.intent.Payload;
import dev.sidegate.engine.intent.StoreUnavailableException;
import dev.sidegate.engine.settings.Settings;
import java.time.Duration;
import java.util.Optional;

/** The way of a call that runs later whatever its policy says: it is queued, or asked for. */
public final class Queueing {
  private static final int POLICY_READS = 3;

  private final Settings settings;
  private final EffectPolicies policies;
  private final Deferral deferral;
  private final Refusals refusals;

  Queueing(Settings settings, EffectPolicies policies, Deferral deferral, Refusals refusals) {
    this.settings = settings;
    this.policies = policies;
    this.deferral = deferral;
    this.refusals = refusals;
  }

  /**
   * Queues a call, or asks for it.
   *
   * @return its intent, possibly an older one
   * @throws HeldCallException if it is refused; nothing was written then
   */
  public IntentSnapshot enqueue(CapturedCall.Taken taken) {
    try {
      Gate.refuseWhatIsClosed(settings, taken.call().effect());
      return enqueue(taken, taken.payload());
    } catch (StoreUnavailableException away) {
      throw new HeldCallException(HeldAnswers.unavailable(away.getMessage()), away);
    } catch (EffectRefusedException refused) {
      throw refused(taken, HeldAnswers.refused(refused.getMessage()));
    } catch (HeldCallException held) {
      throw refused(taken, held.answer());
    }
  }

  private HeldCallException refused(CapturedCall.Taken taken, HeldAnswer answer) {
    refusals.record(answer, taken.call().effect(), taken.key());
    return new HeldCallException(answer);
  }

  private IntentSnapshot enqueue(CapturedCall.Taken taken, Payload asked) {
    GuardedCall call = taken.call();
    Optional<ProviderLookup> lookup = call.lookup();
    Duration settleDelay =
        Gate.settleDelay(lookup, call.effect(), settings.effect(taken.key().effect()));
    Payload payload = asked;
    int policyReads = 0;
    while (true) {
      EffectPolicies.Known policy = policies.of(call);
      ClaimOutcome outcome =
          deferral.enqueue(
              call, taken.key(), payload, policy, lookup, settleDelay, taken.context());
      if (outcome instanceof ClaimOutcome.Standing standing) {
        return standing.intent();
      }
      if (outcome instanceof ClaimOutcome.OtherPolicy && ++policyReads < POLICY_READS) {
        policies.forget(call.effect());
      } else {
        payload = asSeenBy(outcome, taken, payload);
      }
    }
  }

  /** The same wish, named as the release that stored it would. */
  private static Payload asSeenBy(ClaimOutcome outcome, CapturedCall.Taken taken, Payload payload) {
    Optional<Payload> older =
        outcome instanceof ClaimOutcome.OtherPayload other && other.stored() != null
            ? taken.call().asSeenBy(taken.key(), payload, other.stored())
            : Optional.empty();
    return older.orElseThrow(
        () -> new HeldCallException(Gate.refusal(outcome, payload.hash().schema())));
  }
}
