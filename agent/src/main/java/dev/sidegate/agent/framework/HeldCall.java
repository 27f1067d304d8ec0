package dev.sidegate.agent.framework;

import dev.sidegate.EffectHeldException;
import dev.sidegate.agent.library.Reflected;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A held call's answer, read from the exception of whatever class loader: the application's {@code
 * EffectHeldException} is another class than the agent's.
 *
 * @param answer as {@link EffectHeldException#of} takes it
 */
record HeldCall(Map<String, String> answer) {
  private static final String HELD = "dev.sidegate.EffectHeldException";
  private static final int DEEPEST_CAUSE = 20;
  private static final String ADVICE_TO_THE_MODEL = " Do not ";

  /** The held call that this throwable is, or that caused it; null if there is none. */
  static @Nullable HeldCall in(@Nullable Throwable thrown) {
    Throwable cause = thrown;
    for (int depth = 0; cause != null && depth < DEEPEST_CAUSE; depth++) {
      if (isHeld(cause)) {
        return read(cause);
      }
      cause = cause.getCause();
    }
    return null;
  }

  /** Whether it is a held call's own exception. */
  static boolean isHeld(Throwable thrown) {
    for (Class<?> type = thrown.getClass(); type != null; type = type.getSuperclass()) {
      if (type.getName().equals(HELD)) {
        return true;
      }
    }
    return false;
  }

  private static @Nullable HeldCall read(Throwable held) {
    try {
      Map<String, String> answer = new LinkedHashMap<>();
      for (String part : new String[] {"status", "executed", "retry", "operation", "reason"}) {
        Object value = Reflected.call(held, part);
        if (value != null) {
          answer.put(part, value instanceof Enum<?> word ? wireName(word) : value.toString());
        }
      }
      answer.put("message", String.valueOf(held.getMessage()));
      return new HeldCall(answer);
    } catch (ReflectiveOperationException | LinkageError otherProtocol) {
      return null;
    }
  }

  private static String wireName(Enum<?> word) {
    return word.name().toLowerCase(Locale.ROOT);
  }

  /** The intent's public id; null if there is no intent. */
  @Nullable String operation() {
    return answer.get("operation");
  }

  /** The answer of the tool. */
  String toToolResult() {
    return EffectHeldException.of(answer, null).toToolResult();
  }

  /** The answer of the tool, with this before its sentence. */
  String toToolResult(String before) {
    Map<String, String> changed = new LinkedHashMap<>(answer);
    changed.put("message", before + " " + answer.get("message"));
    return EffectHeldException.of(changed, null).toToolResult();
  }

  /** The sentence without what only the model has to know. */
  String forTheUser() {
    String message = String.valueOf(answer.get("message"));
    int advice = message.indexOf(ADVICE_TO_THE_MODEL);
    String said = advice > 0 ? message.substring(0, advice) : message;
    return operation() == null ? said : said + " (operation " + operation() + ")";
  }
}
