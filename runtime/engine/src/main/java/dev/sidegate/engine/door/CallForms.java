package dev.sidegate.engine.door;

import dev.sidegate.engine.gate.DeferredCall;
import dev.sidegate.engine.gate.EffectSpec;
import dev.sidegate.engine.gate.InvalidCallException;
import dev.sidegate.engine.intent.CallContext;
import dev.sidegate.engine.intent.IntentKey;
import dev.sidegate.engine.intent.Payload;
import dev.sidegate.engine.intent.PayloadHash;
import dev.sidegate.engine.key.KeyRefusedException;
import dev.sidegate.engine.key.KeyScope;
import dev.sidegate.engine.key.KeyWriter;
import dev.sidegate.engine.payload.Payloads;
import dev.sidegate.engine.payload.PlainTree;
import dev.sidegate.engine.payload.Tree;
import dev.sidegate.engine.payload.TreeRefusedException;
import dev.sidegate.engine.payload.UnreadableFormException;
import dev.sidegate.engine.payload.type.ReflectiveTrees;
import dev.sidegate.engine.payload.type.TypeRefusedException;
import dev.sidegate.engine.secret.MissingSecretException;
import dev.sidegate.key.KeyTemplate;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * From an application's values to keys and bytes, and back. Every fault of the values comes out as
 * an {@link InvalidCallException}; nothing was claimed then.
 */
public final class CallForms {
  private final KeyWriter keys;
  private final Payloads payloads;
  private final ReflectiveTrees types = new ReflectiveTrees();

  /** Puts keys and payloads together. */
  public CallForms(KeyWriter keys, Payloads payloads) {
    this.keys = keys;
    this.payloads = payloads;
  }

  /** The types of lambdas' payloads and results. */
  ReflectiveTrees types() {
    return types;
  }

  /** The scope of a call that names none. */
  static String tenant(CallContext context) {
    return context.values().getOrDefault("tenant", "");
  }

  String write(KeyTemplate template, @Nullable Object[] values, CallContext context) {
    KeyScope scope = new KeyScope(context.values().get("tenant"), context.values().get("trigger"));
    return checked(() -> keys.write(template, values, scope));
  }

  Payload payload(IntentKey key, Supplier<@Nullable Object> tree, String schema) {
    return checked(() -> payloads.payload(key, Tree.of(tree.get()), schema));
  }

  /**
   * The tree of stored arguments.
   *
   * @throws InvalidCallException if it cannot be read
   */
  @Nullable Object arguments(IntentKey key, Payload payload) {
    try {
      return payloads.arguments(key, payload).root();
    } catch (UnreadableFormException unreadable) {
      throw new InvalidCallException("the stored arguments cannot be read", unreadable);
    }
  }

  /**
   * Whether stored arguments are those of their hash.
   *
   * @throws InvalidCallException if they cannot be read
   */
  boolean intact(IntentKey key, Payload payload) {
    try {
      Tree stored = payloads.arguments(key, payload);
      return checked(() -> payloads.hash(stored, payload.hash().schema())).equals(payload.hash());
    } catch (UnreadableFormException unreadable) {
      throw new InvalidCallException("the stored arguments cannot be read", unreadable);
    }
  }

  /**
   * What is known of a call from its stored form.
   *
   * @param names the parameters' names, by position
   * @throws InvalidCallException if it cannot be read back
   */
  DeferredCall deferred(
      IntentKey key, Payload payload, List<String> names, @Nullable String orderKey) {
    try {
      Tree stored = payloads.arguments(key, payload);
      Map<String, @Nullable Object> named = new LinkedHashMap<>();
      if (PlainTree.of(stored) instanceof Map<?, ?> byPosition) {
        byPosition.forEach(
            (position, value) -> named.put(names.get(Integer.parseInt((String) position)), value));
      }
      return new DeferredCall(
          checked(() -> payloads.boundDigest(stored)),
          Collections.unmodifiableMap(named),
          orderKey);
    } catch (UnreadableFormException unreadable) {
      throw new InvalidCallException("the stored arguments cannot be read", unreadable);
    }
  }

  /** Whether a tree is the same wish as a hash. */
  boolean isHashOf(PayloadHash hash, Supplier<@Nullable Object> tree, String schema) {
    PayloadHash other = checked(() -> payloads.hash(Tree.of(tree.get()), schema));
    return other.algorithm() == hash.algorithm() && Arrays.equals(other.digest(), hash.digest());
  }

  /** A payload as an older release saw it; empty if what that stored is another wish. */
  Optional<Payload> asSeenBy(IntentKey key, Payload payload, Payload stored) {
    try {
      return payloads.asSeenBy(key, payload, stored);
    } catch (UnreadableFormException | MissingSecretException unknown) {
      return Optional.empty();
    }
  }

  byte[] seal(IntentKey key, PayloadHash payload, Supplier<@Nullable Object> tree) {
    return checked(() -> payloads.result(key, payload, Tree.of(tree.get())));
  }

  @Nullable Object open(EffectSpec effect, IntentKey key, PayloadHash payload, byte[] stored) {
    try {
      return effect.sensitive()
          ? payloads.sensitiveResult(key, payload, stored).root()
          : payloads.result(key, payload, stored).root();
    } catch (UnreadableFormException changed) {
      throw new InvalidCallException("the stored result cannot be read", changed);
    }
  }

  /**
   * Runs code that reads the application's values: its getters may throw anything, and whatever it
   * is, the body has not run.
   */
  static <T extends @Nullable Object> T checked(Supplier<T> reading) {
    try {
      return reading.get();
    } catch (KeyRefusedException
        | TreeRefusedException
        | TypeRefusedException
        | MissingSecretException refused) {
      throw new InvalidCallException(String.valueOf(refused.getMessage()), refused);
    } catch (RuntimeException | StackOverflowError thrown) {
      throw new InvalidCallException(
          "reading the arguments failed with " + thrown.getClass().getName(), thrown);
    }
  }
}
