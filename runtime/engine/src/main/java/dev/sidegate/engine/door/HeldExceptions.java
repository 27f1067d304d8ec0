package dev.sidegate.engine.door;

import static java.lang.invoke.MethodType.methodType;

import dev.sidegate.EffectHeldException;
import dev.sidegate.engine.gate.HeldAnswer;
import dev.sidegate.engine.gate.HeldCallException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes the exception of a held call from the class that the guarded class's own loader sees, so
 * that application code can catch it; from this engine's own class where that loader sees none.
 */
final class HeldExceptions {
  private HeldExceptions() {}

  static RuntimeException of(HeldCallException held, @Nullable ClassLoader asking) {
    return of(held.answer(), held.getCause(), asking);
  }

  static RuntimeException of(
      HeldAnswer answer, @Nullable Throwable cause, @Nullable ClassLoader asking) {
    Map<String, String> map = answer.toMap();
    try {
      Class<?> seen = Class.forName("dev.sidegate.EffectHeldException", true, asking);
      MethodHandle factory =
          MethodHandles.publicLookup()
              .findStatic(seen, "of", methodType(seen, Map.class, Throwable.class));
      return (RuntimeException) factory.invoke(map, cause);
    } catch (Throwable notSeenThere) {
      return EffectHeldException.of(map, cause);
    }
  }
}
