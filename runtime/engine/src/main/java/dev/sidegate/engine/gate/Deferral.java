package dev.sidegate.engine.gate;

import dev.sidegate.engine.approval.ApprovalPolicy;
import dev.sidegate.engine.approval.Approvals;
import dev.sidegate.engine.intent.CallContext;
import dev.sidegate.engine.intent.ClaimOutcome;
import dev.sidegate.engine.intent.EnqueueRequest;
import dev.sidegate.engine.intent.IntentKey;
import dev.sidegate.engine.intent.IntentState;
import dev.sidegate.engine.intent.IntentStore;
import dev.sidegate.engine.intent.Payload;
import dev.sidegate.engine.intent.ProviderPromise;
import dev.sidegate.engine.intent.Question;
import dev.sidegate.engine.intent.RuleDecision;
import dev.sidegate.engine.settings.EffectSettings;
import dev.sidegate.engine.settings.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The way of what does not run in its caller's thread: it is asked for, or queued. From its stored
 * form, so that what people see, what a rule judges and what runs later are one and the same.
 */
final class Deferral {
  /** Facts of a card that come from around the call. */
  private static final List<String> AROUND =
      List.of("model", "release", "source", "tenant", "trigger");

  private final Settings settings;
  private final IntentStore store;
  private final Tellers tellers;

  Deferral(Settings settings, IntentStore store, Tellers tellers) {
    this.settings = settings;
    this.store = store;
    this.tellers = tellers;
  }

  /** Whether a call of this effect runs later, if at all. */
  static boolean defers(EffectSpec effect, EffectPolicies.Known policy) {
    return effect.demands().queued() || policy.policy().approval().isPresent();
  }

  /**
   * Asks, or queues.
   *
   * @throws HeldCallException if the method cannot run later, or its stored form cannot be read
   */
  ClaimOutcome enqueue(
      GuardedCall call,
      IntentKey key,
      Payload payload,
      EffectPolicies.Known policy,
      Optional<ProviderLookup> lookup,
      Duration settleDelay,
      CallContext context) {
    EffectSpec effect = call.effect();
    effect
        .demands()
        .obstacle()
        .ifPresent(
            obstacle -> {
              throw new HeldCallException(
                  HeldAnswers.refused(
                      "the effect " + effect.name() + " is to run later, but " + obstacle));
            });
    DeferredCall deferred = deferred(call, key, payload);
    EffectSettings set = settings.effect(effect.name());
    ClaimOutcome outcome =
        store.enqueue(
            new EnqueueRequest(
                key,
                payload,
                deferred.boundDigest(),
                policy.version(),
                set.budget(),
                Duration.ZERO,
                deferred.orderKey(),
                lookup.map(ProviderLookup::identity).orElse(null),
                settleDelay,
                rule(call, policy, deferred),
                question(effect, policy, set, call, context),
                context));
    if (outcome instanceof ClaimOutcome.Standing standing
        && standing.intent().state() == IntentState.AWAITING_HUMAN) {
      tellers.asked().run();
    }
    return outcome;
  }

  private static DeferredCall deferred(GuardedCall call, IntentKey key, Payload payload) {
    try {
      return call.deferred(key, payload);
    } catch (InvalidCallException invalid) {
      throw new HeldCallException(HeldAnswers.invalid(invalid.getMessage()), invalid);
    }
  }

  private static @Nullable RuleDecision rule(
      GuardedCall call, EffectPolicies.Known policy, DeferredCall deferred) {
    return policy.policy().approval().flatMap(ApprovalPolicy::rule).isPresent()
        ? call.rule().map(rule -> rule.decide(deferred.arguments())).orElse(null)
        : null;
  }

  private Question question(
      EffectSpec effect,
      EffectPolicies.Known policy,
      EffectSettings set,
      GuardedCall call,
      CallContext context) {
    Duration expiresIn =
        policy.policy().approval().map(ApprovalPolicy::expiresIn).orElse(Duration.ofHours(1));
    Duration remindAfter = set.approval().remindAfter();
    List<String> channels = new ArrayList<>(tellers.channels().get());
    channels.addAll(call.channels());
    return new Question(
        context.values().get("requester"),
        facts(effect, context),
        channels,
        remindAfter == null ? expiresIn.dividedBy(2) : remindAfter);
  }

  private static Map<String, String> facts(EffectSpec effect, CallContext context) {
    Map<String, String> facts = new HashMap<>();
    facts.put(Approvals.OWNER, effect.owner());
    facts.put(Approvals.PARAMETERS, String.join(",", effect.demands().parameters()));
    if (effect.demands().irreversible()) {
      facts.put(Approvals.IRREVERSIBLE, "true");
    }
    ProviderPromise promise = effect.promise();
    Duration keyedFor = promise.keyedFor();
    if (keyedFor != null) {
      facts.put(Approvals.KEYED_FOR, keyedFor.toString().substring(2).toLowerCase(Locale.ROOT));
    }
    if (promise.idempotent()) {
      facts.put(Approvals.IDEMPOTENT, "true");
    }
    for (String name : AROUND) {
      String value = context.values().get(name);
      if (value != null) {
        facts.put(name, value);
      }
    }
    return facts;
  }
}
