package dev.sidegate.engine.door;

import dev.sidegate.engine.gate.EffectSpec;
import dev.sidegate.engine.gate.GuardedCall;
import dev.sidegate.engine.gate.InvalidCallException;
import dev.sidegate.engine.gate.ProviderLookup;
import dev.sidegate.engine.intent.CallContext;
import dev.sidegate.engine.intent.IntentKey;
import dev.sidegate.engine.intent.Payload;
import dev.sidegate.engine.intent.PayloadHash;
import java.lang.invoke.MethodHandles;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One call of an annotated method. */
final class WovenCall implements GuardedCall {
  private final CallForms forms;
  private final DescribedMethod method;
  private final MethodHandles.Lookup access;
  private final @Nullable Object target;
  private final @Nullable Object[] arguments;

  WovenCall(
      CallForms forms,
      DescribedMethod method,
      MethodHandles.Lookup access,
      @Nullable Object target,
      @Nullable Object[] arguments) {
    this.forms = forms;
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
    Object tree = forms.open(key, payload, stored);
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

  private @Nullable Object[] holes(int template) {
    return CallForms.checked(() -> method.descriptor().holes(method.index(), template, arguments));
  }
}
