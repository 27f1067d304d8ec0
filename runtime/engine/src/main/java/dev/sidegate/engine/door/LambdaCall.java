package dev.sidegate.engine.door;

import dev.sidegate.engine.failure.Classifier;
import dev.sidegate.engine.gate.EffectDemands;
import dev.sidegate.engine.gate.EffectSpec;
import dev.sidegate.engine.gate.GuardedCall;
import dev.sidegate.engine.gate.InvalidCallException;
import dev.sidegate.engine.gate.ProviderLookup;
import dev.sidegate.engine.intent.CallContext;
import dev.sidegate.engine.intent.IntentKey;
import dev.sidegate.engine.intent.Payload;
import dev.sidegate.engine.intent.PayloadHash;
import dev.sidegate.engine.payload.type.TreeType;
import dev.sidegate.engine.settings.ProviderTerms;
import dev.sidegate.key.KeyTemplate;
import dev.sidegate.key.KeyTemplateException;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One call of {@code Sidegate.effect(…)}; its payload and result are walked by reflection. */
final class LambdaCall implements GuardedCall {
  private final CallForms forms;
  private final Classifier classifier;
  private final EffectSpec effect;
  private final KeyTemplate template;
  private final @Nullable Object[] values;
  private final @Nullable Object payload;
  private final @Nullable String scope;
  private final Type returns;
  private final Optional<ProviderLookup> lookup;

  /**
   * Reads the wish.
   *
   * @param wish as {@code dev.sidegate.EffectCall} puts it together
   * @param body the lambda's class; the class it was written in owns the effect
   * @throws InvalidCallException if the key's template is wrong
   */
  LambdaCall(
      CallForms forms,
      ProviderContracts contracts,
      Applications applications,
      Map<?, ?> wish,
      Class<?> body) {
    this.forms = forms;
    String provider = (String) wish.get("provider");
    this.effect =
        contracts
            .spec(
                (String) required(wish, "effect"),
                host(body) + "#lambda",
                provider == null ? "" : provider,
                ProviderTerms.NONE,
                sensitive(forms, wish),
                Optional.empty())
            .demanding(EffectDemands.LAMBDA);
    this.classifier = applications.classifiers(body).forEffect(effect.name());
    this.template = template((String) required(wish, "template"));
    this.values = (Object[]) required(wish, "values");
    this.payload = wish.get("payload");
    this.scope = (String) wish.get("scope");
    this.returns = (Type) required(wish, "returns");
    this.lookup = lookup(wish);
  }

  @Override
  public EffectSpec effect() {
    return effect;
  }

  @Override
  public IntentKey key(CallContext context) {
    if (values.length != template.holes().size()) {
      throw new InvalidCallException(
          "the key '"
              + template.text()
              + "' has "
              + template.holes().size()
              + " holes, but "
              + values.length
              + " values were given",
          null);
    }
    return new IntentKey(
        scope != null ? scope : CallForms.tenant(context),
        effect.name(),
        forms.write(template, values, context));
  }

  @Override
  public Payload payload(IntentKey key) {
    TreeType type = CallForms.checked(() -> forms.types().ofValue(payload));
    return forms.payload(key, () -> type.tree(payload), type.fingerprint());
  }

  @Override
  public Optional<Payload> asSeenBy(IntentKey key, Payload payload, Payload stored) {
    return forms.asSeenBy(key, payload, stored);
  }

  @Override
  public boolean returnsStage() {
    return false;
  }

  @Override
  public byte @Nullable [] encode(IntentKey key, PayloadHash hash, @Nullable Object result) {
    return forms.seal(key, hash, () -> forms.types().of(returns).tree(result));
  }

  @Override
  public @Nullable Object decode(IntentKey key, PayloadHash hash, byte[] stored) {
    Object tree = forms.open(effect, key, hash, stored);
    return CallForms.<@Nullable Object>checked(() -> forms.types().of(returns).value(tree));
  }

  /** A lambda has no parameters that could be constrained. */
  @Override
  public List<String> findings() {
    return List.of();
  }

  @Override
  public Classifier classifier() {
    return classifier;
  }

  @Override
  public Optional<ProviderLookup> lookup() {
    return lookup;
  }

  /** Whether its body gives no result. */
  boolean returnsNothing() {
    return returns == Void.class;
  }

  /** What cannot be stored at all is refused later, with its reason. */
  private static boolean sensitive(CallForms forms, Map<?, ?> wish) {
    try {
      return forms.types().ofValue(wish.get("payload")).holdsSensitive()
          || forms.types().of((Type) required(wish, "returns")).holdsSensitive();
    } catch (RuntimeException refused) {
      return false;
    }
  }

  @SuppressWarnings("unchecked") // as dev.sidegate.EffectCall puts it together
  private Optional<ProviderLookup> lookup(Map<?, ?> wish) {
    return wish.get("lookup") instanceof Function<?, ?> asking
        ? Optional.of(
            new LambdaLookup(
                effect,
                (String) required(wish, "reconciler"),
                (Function<Object, @Nullable Object>) asking,
                this))
        : Optional.empty();
  }

  @Override
  public boolean isSuperCallOf(GuardedCall running) {
    return false;
  }

  private static KeyTemplate template(String text) {
    try {
      return KeyTemplate.parsePositional(text);
    } catch (KeyTemplateException wrong) {
      throw new InvalidCallException(String.valueOf(wrong.getMessage()), wrong);
    }
  }

  /** The class that a lambda or an anonymous class was written in. */
  private static String host(Class<?> body) {
    String name = body.getName();
    int lambda = name.indexOf("$$Lambda");
    return lambda < 0 ? name : name.substring(0, lambda);
  }

  private static Object required(Map<?, ?> wish, String name) {
    Object value = wish.get(name);
    if (value == null) {
      throw new InvalidCallException("a wish without " + name, null);
    }
    return value;
  }
}
