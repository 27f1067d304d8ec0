package dev.sidegate.engine.door;

import dev.sidegate.engine.failure.Classifier;
import dev.sidegate.engine.gate.CaseRule;
import dev.sidegate.engine.gate.DeferredCall;
import dev.sidegate.engine.gate.EffectSpec;
import dev.sidegate.engine.gate.GuardedCall;
import dev.sidegate.engine.gate.InvalidCallException;
import dev.sidegate.engine.gate.ProviderLookup;
import dev.sidegate.engine.intent.CallContext;
import dev.sidegate.engine.intent.IntentKey;
import dev.sidegate.engine.intent.Payload;
import dev.sidegate.engine.intent.PayloadHash;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One call of an annotated method. */
final class WovenCall implements GuardedCall {
  private final CallForms forms;
  private final Applications applications;
  private final DescribedMethod method;
  private final MethodHandles.Lookup access;
  private final @Nullable Object target;
  private final @Nullable Object[] arguments;

  WovenCall(
      CallForms forms,
      Applications applications,
      DescribedMethod method,
      MethodHandles.Lookup access,
      @Nullable Object target,
      @Nullable Object[] arguments) {
    this.forms = forms;
    this.applications = applications;
    this.method = method;
    this.access = access;
    this.target = target;
    this.arguments = arguments;
  }

  @Override
  public EffectSpec effect() {
    return method.effect();
  }

  @Override
  public IntentKey key(CallContext context) {
    String scope =
        method
            .scope()
            .map(template -> forms.write(template, holes(DescribedMethod.SCOPE), context))
            .orElseGet(() -> CallForms.tenant(context));
    return new IntentKey(
        scope,
        method.effect().name(),
        forms.write(method.key(), holes(DescribedMethod.KEY), context));
  }

  @Override
  public Payload payload(IntentKey key) {
    return forms.payload(
        key, () -> method.descriptor().payload(method.index(), arguments), method.schema());
  }

  @Override
  public DeferredCall deferred(IntentKey key, Payload payload) {
    return forms.deferred(key, payload, effect().demands().parameters(), orderKey());
  }

  private @Nullable String orderKey() {
    return method
        .order()
        .map(template -> forms.write(template, holes(DescribedMethod.ORDER), CallContext.NONE))
        .orElse(null);
  }

  @Override
  public List<String> channels() {
    return applications.channels(declaring());
  }

  @Override
  public Optional<CaseRule> rule() {
    return method.rule();
  }

  @Override
  public Optional<Payload> asSeenBy(IntentKey key, Payload payload, Payload stored) {
    return forms.asSeenBy(key, payload, stored);
  }

  @Override
  public boolean returnsStage() {
    return method.returnsStage();
  }

  @Override
  public byte @Nullable [] encode(IntentKey key, PayloadHash payload, @Nullable Object result) {
    return method.resultStored()
        ? forms.seal(key, payload, () -> method.descriptor().result(method.index(), result))
        : null;
  }

  @Override
  public @Nullable Object decode(IntentKey key, PayloadHash payload, byte[] stored) {
    return decoded(forms, method, key, payload, stored);
  }

  /**
   * The result of a stored form.
   *
   * @throws InvalidCallException if it cannot be rebuilt
   */
  static @Nullable Object decoded(
      CallForms forms, DescribedMethod method, IntentKey key, PayloadHash payload, byte[] stored) {
    Object tree = forms.open(method.effect(), key, payload, stored);
    try {
      return method.descriptor().fromResult(method.index(), tree);
    } catch (RuntimeException | StackOverflowError changed) {
      throw new InvalidCallException(
          "the stored result cannot be rebuilt by this version of the class", changed);
    }
  }

  @Override
  public boolean isSuperCallOf(GuardedCall running) {
    return running instanceof WovenCall woven
        && woven.target == target
        && target != null
        && woven.method.signature().equals(method.signature())
        && woven.declaring() != declaring()
        && declaring().isAssignableFrom(woven.declaring());
  }

  @Override
  public Optional<ProviderLookup> lookup() {
    return method
        .reconciler()
        .map(
            reconciler ->
                new WovenLookup(
                    forms, method, reconciler, access, () -> Optional.ofNullable(target)));
  }

  private Class<?> declaring() {
    return access.lookupClass();
  }

  @Override
  public List<String> findings() {
    if (target == null) {
      return List.of(); // Jakarta Validation checks no static methods
    }
    return method
        .callee()
        .method()
        .map(
            reflected ->
                applications
                    .validation(declaring())
                    .findings(target, reflected, arguments, effect().sensitive()))
        .orElse(List.of());
  }

  @Override
  public Classifier classifier() {
    return applications.classifiers(declaring()).forEffect(effect().name());
  }

  /** Whether it may be called again in this thread. */
  boolean repeatable() {
    return !method.returnsStage() && method.callee().repeatable();
  }

  MethodHandles.Lookup access() {
    return access;
  }

  DescribedMethod method() {
    return method;
  }

  /**
   * Calls the method anew, through its advice, on arguments rebuilt from the stored form.
   *
   * @throws InvalidCallException if they cannot be rebuilt
   */
  @Nullable Object callAnew(IntentKey key, Payload stored) throws Throwable {
    Object tree = forms.arguments(key, stored);
    @Nullable Object[] rebuilt =
        CallForms.checked(() -> method.descriptor().arguments(method.index(), tree));
    return method.callee().call(target, rebuilt);
  }

  private @Nullable Object[] holes(int template) {
    return CallForms.checked(() -> method.descriptor().holes(method.index(), template, arguments));
  }
}
