package dev.sidegate.engine.door;

import dev.sidegate.engine.gate.EffectSpec;
import dev.sidegate.engine.intent.Probe;
import dev.sidegate.engine.key.ActionKey;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * What an application's lookup may ask by, as the {@code dev.sidegate.EffectQuery} that the
 * application's own loader sees.
 */
final class EffectQueries {
  private static final String QUERY = "dev.sidegate.EffectQuery";

  private EffectQueries() {}

  /**
   * The query of a lookup.
   *
   * @throws ClassNotFoundException if the loader does not see the annotations
   */
  static Object of(Probe probe, EffectSpec effect, @Nullable ClassLoader loader)
      throws ClassNotFoundException {
    Class<?> seen = Class.forName(QUERY, false, loader);
    String actionKey = ActionKey.of(probe.key(), probe.generation()).format(effect.keyFormat());
    return Proxy.newProxyInstance(
        seen.getClassLoader(),
        new Class<?>[] {seen},
        (query, asked, arguments) -> answer(query, asked, arguments, probe, actionKey));
  }

  private static Object answer(
      Object query,
      Method asked,
      @Nullable Object @Nullable [] arguments,
      Probe probe,
      String actionKey) {
    return switch (asked.getName()) {
      case "actionKey" -> actionKey;
      case "providerRequestIds" -> probe.providerRequestIds();
      case "firstAttemptAt" -> probe.firstAttemptAt();
      case "equals" -> arguments != null && arguments[0] == query;
      case "hashCode" -> System.identityHashCode(query);
      case "toString" -> "EffectQuery[" + probe.key().effect() + ", " + actionKey + "]";
      default -> throw new UnsupportedOperationException(asked + " needs a newer sidegate-agent");
    };
  }
}
