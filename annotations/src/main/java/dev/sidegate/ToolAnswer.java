package dev.sidegate;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a tool, as one JSON object; the same for held calls and for looked up operations.
 */
final class ToolAnswer {
  private ToolAnswer() {}

  static String json(
      EffectStatus status,
      Executed executed,
      RetryAdvice retry,
      @Nullable String operation,
      @Nullable String reason,
      String message) {
    StringBuilder json = new StringBuilder(160);
    json.append("{\"status\":\"").append(status.wireName());
    json.append("\",\"executed\":\"").append(executed.wireName()).append('"');
    field("operation", operation, json);
    json.append(",\"retry\":\"").append(retry.wireName()).append('"');
    field("reason", reason, json);
    field("message", message, json);
    return json.append('}').toString();
  }

  private static void field(String name, @Nullable String value, StringBuilder json) {
    if (value != null) {
      json.append(",\"").append(name).append("\":");
      quote(value, json);
    }
  }

  private static void quote(String text, StringBuilder json) {
    json.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < 0x20 || Character.isSurrogate(c) || c == '\u2028' || c == '\u2029') {
        json.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        json.append(c);
      }
    }
    json.append('"');
  }
}
