package dev.sidegate.engine.gate;

import dev.sidegate.engine.audit.ProcessAudit;
import dev.sidegate.engine.intent.ClaimOutcome;
import dev.sidegate.engine.intent.ClaimRequest;
import dev.sidegate.engine.intent.Claimed;
import dev.sidegate.engine.intent.EffectRefusedException;
import dev.sidegate.engine.intent.IntentKey;
import dev.sidegate.engine.intent.IntentSnapshot;
import dev.sidegate.engine.intent.IntentState;
import dev.sidegate.engine.intent.IntentStore;
import dev.sidegate.engine.intent.LeaseOwner;
import dev.sidegate.engine.intent.Payload;
import dev.sidegate.engine.intent.Settlement;
import dev.sidegate.engine.intent.StoreUnavailableException;
import dev.sidegate.engine.key.ActionKey;
import dev.sidegate.engine.lease.LeaseClock;
import dev.sidegate.engine.lease.LeaseKeeper;
import dev.sidegate.engine.lease.LocalLease;
import dev.sidegate.engine.settings.EffectSettings;
import dev.sidegate.engine.settings.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * The way in: from a call to the right to run its body, to a stored result, or to a refusal. Any
 * throwable out of here means that the body does not run (law 1).
 */
public final class Gate {
  private static final int POLICY_READS = 3;

  /** Without keys nothing but time tells a request that is on its way from one that never was. */
  private static final Duration SHORTEST_WITHOUT_KEYS = Duration.ofSeconds(1);

  private final Settings settings;
  private final IntentStore store;
  private final LeaseKeeper leases;
  private final LeaseClock clock;
  private final Supplier<UUID> tokens;
  private final AttemptStack attempts;
  private final CallScopes scopes;
  private final Settler settler;
  private final Reconciling reconciling;
  private final EffectPolicies policies;
  private final Deferral deferral;
  private final Refusals refusals;

  /** Puts the gate together; clock and randomness are handed in. */
  public Gate(
      Settings settings,
      IntentStore store,
      LeaseKeeper leases,
      LeaseClock clock,
      Supplier<UUID> tokens,
      AttemptStack attempts,
      CallScopes scopes,
      Settler settler,
      ProcessAudit audit,
      Reconciling reconciling,
      Tellers tellers) {
    this.settings = settings;
    this.store = store;
    this.leases = leases;
    this.clock = clock;
    this.tokens = tokens;
    this.attempts = attempts;
    this.scopes = scopes;
    this.settler = settler;
    this.reconciling = reconciling;
    this.policies = new EffectPolicies(store, settings);
    this.deferral = new Deferral(settings, store, tellers);
    this.refusals = new Refusals(audit, scopes);
  }

  /**
   * Asks for the right to run the body.
   *
   * @throws HeldCallException if the body must not run and there is no result to return
   */
  public Entry enter(GuardedCall call) {
    try {
      return enterOrRefuse(call);
    } catch (HeldCallException held) {
      // To the body around it, what is held here is a request of its own that never left.
      attempts.current().ifPresent(outer -> outer.wire().begun());
      throw held;
    }
  }

  private Entry enterOrRefuse(GuardedCall call) {
    Wish wish;
    try {
      refuseWhilePlanning();
      refuseWhatIsClosed(settings, call.effect());
      wish = wish(call);
    } catch (HeldCallException held) {
      refusals.record(held.answer(), call.effect(), null);
      throw held;
    }
    try {
      return enterOrRefuse(wish);
    } catch (HeldCallException held) {
      refusals.record(held.answer(), call.effect(), wish.key());
      throw held;
    }
  }

  private Entry enterOrRefuse(Wish wish) {
    Optional<RunningAttempt> same = attempts.running(wish.key());
    if (same.isPresent()) {
      return inside(same.get(), wish);
    }
    refuseWhatIsInvalid(wish.call());
    CapturedCall capturing = scopes.capturing();
    if (capturing != null) {
      throw capturing.take(
          new CapturedCall.Taken(wish.call(), wish.key(), wish.payload(), scopes.current()));
    }
    return claimOrRefuse(wish);
  }

  /** The way of what was captured. */
  public Queueing queueing() {
    return new Queueing(settings, policies, deferral, refusals);
  }

  /**
   * Asks for the right to run another attempt of a wish. Key and payload have to be those of the
   * attempt that ended.
   *
   * @throws HeldCallException if the body must not run and there is no result to return
   */
  public Entry again(GuardedCall call, RunningAttempt ended) {
    refuseWhatIsClosed(settings, call.effect());
    Wish wish = wish(call);
    if (!wish.key().equals(ended.claim().key()) || !wish.payload().hash().equals(ended.payload())) {
      throw new HeldCallException(HeldAnswers.invalid("the body changed its arguments"));
    }
    return claimOrRefuse(wish);
  }

  private Entry claimOrRefuse(Wish wish) {
    try {
      return claim(wish);
    } catch (StoreUnavailableException away) {
      throw new HeldCallException(HeldAnswers.unavailable(away.getMessage()), away);
    } catch (EffectRefusedException refused) {
      throw new HeldCallException(HeldAnswers.refused(refused.getMessage()), refused);
    }
  }

  private void refuseWhilePlanning() {
    if (scopes.planning()) {
      throw new HeldCallException(HeldAnswers.planning());
    }
  }

  private static void refuseWhatIsInvalid(GuardedCall call) {
    List<String> findings;
    try {
      findings = call.findings();
    } catch (UnfitValidationException unfit) {
      throw new HeldCallException(HeldAnswers.refused(unfit.getMessage()), unfit);
    }
    if (!findings.isEmpty()) {
      throw new HeldCallException(HeldAnswers.invalid(findings));
    }
  }

  static void refuseWhatIsClosed(Settings settings, EffectSpec effect) {
    if (!settings.actionsEnabled()) {
      throw new HeldCallException(
          HeldAnswers.stopped("actions are switched off for this JVM by its settings"));
    }
    if (effect.sensitive() && settings.encryptionKeyFile() == null) {
      throw new HeldCallException(
          HeldAnswers.refused(
              "the effect "
                  + effect.name()
                  + " has @Sensitive values, which are not stored in"
                  + " clear; set sidegate.encryption.key-file and sidegate.hmac.key-file"));
    }
    effect
        .refusal()
        .ifPresent(
            reason -> {
              throw new HeldCallException(HeldAnswers.refused(reason));
            });
  }

  private Wish wish(GuardedCall call) {
    try {
      IntentKey key = call.key(scopes.current());
      if (settings.scopeRequired() && key.scope().isEmpty()) {
        throw new InvalidCallException(
            "sidegate.scope.required is set and the call has no scope; set one with"
                + " CallScope.tenant(…) or @SideEffect(scope = …)",
            null);
      }
      return new Wish(call, key, call.payload(key));
    } catch (InvalidCallException invalid) {
      throw new HeldCallException(HeldAnswers.invalid(invalid.getMessage()), invalid);
    }
  }

  /**
   * A super call with an equal payload is a part of its attempt; all else would wait for itself.
   */
  private static Entry inside(RunningAttempt outer, Wish wish) {
    if (wish.call().isSuperCallOf(outer.call()) && wish.payload().hash().equals(outer.payload())) {
      return new Entry.Join();
    }
    throw new HeldCallException(HeldAnswers.insideItsOwnBody(wish.key().effect()));
  }

  private Entry claim(Wish asked) {
    Wish wish = asked;
    EffectSettings effect = settings.effect(wish.key().effect());
    InProgressWait wait = new InProgressWait(clock, effect.inProgressWait());
    LeaseOwner owner = new LeaseOwner(tokens.get());
    Optional<ProviderLookup> lookup = wish.call().lookup();
    Reconciling.Asking asking = reconciling.about(wish.call(), effect.retry().patience());
    Duration settleDelay = settleDelay(lookup, wish.call().effect(), effect);
    int policyReads = 0;
    while (true) {
      EffectPolicies.Known policy = policies.of(wish.call());
      LeaseClock.Reading sentAt = clock.read();
      ClaimOutcome outcome =
          Deferral.defers(wish.call().effect(), policy)
              ? deferral.enqueue(
                  wish.call(),
                  wish.key(),
                  wish.payload(),
                  policy,
                  lookup,
                  settleDelay,
                  scopes.current())
              : store.claim(request(wish, owner, effect, policy, lookup, settleDelay));
      if (outcome instanceof ClaimOutcome.OtherPolicy && ++policyReads < POLICY_READS) {
        policies.forget(wish.call().effect());
      } else if (!(inProgress(outcome) && wait.again()) && !settled(outcome, asking)) {
        Optional<Wish> older = wish.asSeenBy(outcome);
        if (older.isEmpty()) {
          return answer(outcome, wish, sentAt);
        }
        wish = older.get();
      }
    }
  }

  private ClaimRequest request(
      Wish wish,
      LeaseOwner owner,
      EffectSettings effect,
      EffectPolicies.Known policy,
      Optional<ProviderLookup> lookup,
      Duration settleDelay) {
    return new ClaimRequest(
        wish.key(),
        wish.payload(),
        owner,
        effect.lease(),
        policy.version(),
        effect.budget(),
        scopes.current(),
        wish.call().effect().promise(),
        effect.leaseCap(),
        attempts.current().map(outer -> outer.claim().deadline()).orElse(null),
        lookup.map(ProviderLookup::identity).orElse(null),
        settleDelay,
        attempts.watching());
  }

  private static boolean inProgress(ClaimOutcome outcome) {
    return outcome instanceof ClaimOutcome.Contended
        || (outcome instanceof ClaimOutcome.Standing standing
            && standing.intent().state() == IntentState.PROCESSING);
  }

  static Duration settleDelay(
      Optional<ProviderLookup> lookup, EffectSpec effect, EffectSettings set) {
    Duration delay =
        lookup.flatMap(ProviderLookup::settleDelay).orElse(set.reconcile().settleDelay());
    return delay.isZero() && effect.promise().keyedFor() == null ? SHORTEST_WITHOUT_KEYS : delay;
  }

  /** Whether the provider could be asked about a doubt, so that the claim is worth repeating. */
  private static boolean settled(ClaimOutcome outcome, Reconciling.Asking asking) {
    return outcome instanceof ClaimOutcome.Standing standing
        && standing.intent().state() == IntentState.UNKNOWN
        && asking.again(standing.intent());
  }

  private Entry answer(ClaimOutcome outcome, Wish wish, LeaseClock.Reading sentAt) {
    if (outcome instanceof ClaimOutcome.Granted granted) {
      return begin(granted.claim(), granted.left(), wish.call(), wish.payload(), sentAt);
    }
    if (outcome instanceof ClaimOutcome.Standing standing) {
      return replay(standing.intent(), wish);
    }
    throw new HeldCallException(refusal(outcome, wish.payload().hash().schema()));
  }

  static HeldAnswer refusal(ClaimOutcome outcome, String schema) {
    if (outcome instanceof ClaimOutcome.OtherPayload other) {
      return HeldAnswers.otherPayload(other.intent(), schema);
    }
    if (outcome instanceof ClaimOutcome.Stopped stopped) {
      return HeldAnswers.stopped(stopped.reason());
    }
    if (outcome instanceof ClaimOutcome.OtherPolicy) {
      return HeldAnswers.unavailable("the policy of the effect is being changed; try again");
    }
    if (outcome instanceof ClaimOutcome.TooLate) {
      return HeldAnswers.unavailable("the deadline of the action around this one has passed");
    }
    return HeldAnswers.inProgress();
  }

  /** The policies that this JVM knows. */
  EffectPolicies policies() {
    return policies;
  }

  /** Begins the attempt that a right was granted for. */
  Entry begin(
      Claimed claim, Duration left, GuardedCall call, Payload payload, LeaseClock.Reading sentAt) {
    EffectSpec effect = call.effect();
    EffectSettings set = settings.effect(effect.name());
    RunningAttempt attempt =
        new RunningAttempt(
            claim,
            call,
            payload,
            ActionKey.of(claim.key(), claim.generation()).format(effect.keyFormat()),
            new LocalLease(clock, set.lease(), sentAt),
            set.leaseCap(),
            new TimeLeft(clock, left, sentAt),
            attempts.wire(claim, sentAt),
            attempts.current().orElse(null));
    leases.keep(attempt);
    if (!attempt.leased()) {
      settler.settle(attempt, new Settlement.HandedBack("the lease ended before the body began"));
      throw new HeldCallException(
          HeldAnswers.unavailable("the claim's answer came after its lease had ended"));
    }
    attempts.push(attempt);
    return new Entry.Run(attempt);
  }

  private static Entry replay(IntentSnapshot intent, Wish wish) {
    byte[] result = intent.result();
    if (intent.state() == IntentState.COMPLETED && intent.hold() == null && result != null) {
      try {
        return new Entry.Replay(wish.call().decode(wish.key(), wish.payload().hash(), result));
      } catch (InvalidCallException cannotBeRebuilt) {
        throw new HeldCallException(HeldAnswers.standing(intent), cannotBeRebuilt);
      }
    }
    throw new HeldCallException(HeldAnswers.standing(intent));
  }

  private record Wish(GuardedCall call, IntentKey key, Payload payload) {

    /** The same wish, named as the release that stored it would; only where schemas differ. */
    Optional<Wish> asSeenBy(ClaimOutcome outcome) {
      return outcome instanceof ClaimOutcome.OtherPayload other && other.stored() != null
          ? call.asSeenBy(key, payload, other.stored()).map(older -> new Wish(call, key, older))
          : Optional.empty();
    }
  }
}
