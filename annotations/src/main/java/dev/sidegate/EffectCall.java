package dev.sidegate;

import java.lang.reflect.Type;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A guarded call of a lambda; begins at {@link Sidegate#effect}.
 *
 * @param <T> what the body returns
 */
public final class EffectCall<T extends @Nullable Object> {
  private final Map<String, @Nullable Object> wish;

  private EffectCall(Map<String, @Nullable Object> wish) {
    this.wish = wish;
  }

  /** The tenant or environment the key lives in; by default the tenant set around the call. */
  public EffectCall<T> scope(String scope) {
    return with("scope", Objects.requireNonNull(scope, "scope"));
  }

  /**
   * Says how the provider is asked what became of this effect, when its outcome is unknown and this
   * call, or another one with the same key, comes again. The lambda changes nothing.
   *
   * @param identity name and version of the lookup, such as {@code "find@1"}; another one does not
   *     settle old doubt silently
   */
  public EffectCall<T> reconciledBy(
      String identity, Function<? super EffectQuery, Reconciliation> lookup) {
    if (!Objects.requireNonNull(identity, "identity").matches("[^@\\s]+@[1-9][0-9]*")) {
      throw new IllegalArgumentException(
          "a lookup is called by name and version, such as find@1, not '" + identity + "'");
    }
    return with("reconciler", identity).with("lookup", Objects.requireNonNull(lookup, "lookup"));
  }

  /**
   * What the provider promises: the name of a contract in the settings ({@code
   * sidegate.providers.<name>.*}). Without one every lost answer is doubt.
   */
  public EffectCall<T> provider(String name) {
    return with("provider", Objects.requireNonNull(name, "name"));
  }

  /**
   * Claims the key, runs the body and settles; or gives the earlier call's result.
   *
   * @return the result as it is stored, decoded
   * @throws EffectHeldException if the body did not run, or its outcome is unknown
   * @throws Exception what the body throws, where it is proven that nothing was applied
   */
  @SuppressWarnings({"unchecked", "NullAway"}) // T itself says whether the body may return null
  public T call(Callable<T> body) throws Exception {
    Objects.requireNonNull(body, "body");
    return (T) Door.ask("call", Collections.unmodifiableMap(wish), body);
  }

  private EffectCall<T> with(String name, Object value) {
    Map<String, @Nullable Object> more = new HashMap<>(wish);
    more.put(name, value);
    return new EffectCall<>(more);
  }

  /** An effect without its key. */
  public static final class Named {
    private final String effect;

    Named(String effect) {
      this.effect = Objects.requireNonNull(effect, "effect");
    }

    /**
     * The key: a template with one {@code {}} per value, under the rules of {@link SideEffect#key}.
     * Filters are allowed: {@code "{|fold}"}.
     */
    public Keyed key(String template, @Nullable Object... values) {
      return new Keyed(effect, Objects.requireNonNull(template, "template"), values.clone());
    }
  }

  /** An effect and its key, without its payload. */
  public static final class Keyed {
    private final String effect;
    private final String template;
    private final @Nullable Object[] values;

    Keyed(String effect, String template, @Nullable Object[] values) {
      this.effect = effect;
      this.template = template;
      this.values = values;
    }

    /**
     * What is compared when the same key comes again: a record, bean, map or scalar. It is taken
     * once, before the body.
     */
    public WithPayload payload(@Nullable Object payload) {
      return new WithPayload(this, payload);
    }
  }

  /** An effect with key and payload, without its result's type. */
  public static final class WithPayload {
    private final Keyed keyed;
    private final @Nullable Object payload;

    WithPayload(Keyed keyed, @Nullable Object payload) {
      this.keyed = keyed;
      this.payload = payload;
    }

    /** The body's result has this type. */
    public <T extends @Nullable Object> EffectCall<T> returning(Class<T> type) {
      return of(type);
    }

    /** The body's result has this generic type. */
    public <T extends @Nullable Object> EffectCall<T> returning(TypeRef<T> type) {
      return of(type.type());
    }

    /** Runs a body without a result; see {@link EffectCall#call}. */
    public void run(Runnable body) {
      Objects.requireNonNull(body, "body");
      try {
        this.<@Nullable Void>of(Void.class)
            .call(
                () -> {
                  body.run();
                  return null;
                });
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception impossible) {
        throw new AssertionError("a Runnable throws no checked exception", impossible);
      }
    }

    private <T extends @Nullable Object> EffectCall<T> of(Type type) {
      Map<String, @Nullable Object> wish = new HashMap<>();
      wish.put("effect", keyed.effect);
      wish.put("template", keyed.template);
      wish.put("values", keyed.values);
      wish.put("payload", payload);
      wish.put("returns", type);
      return new EffectCall<>(wish);
    }
  }
}
