package dev.sidegate.engine.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sidegate.engine.intent.CallContext;
import dev.sidegate.engine.intent.PayloadHash;
import java.util.HexFormat;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What an audit event says besides its columns: one JSON object of texts, names in order. */
final class AuditDetail {
  private static final JsonMapper JSON = new JsonMapper();

  /** An application says what it likes of a call; the audit takes so many characters of each. */
  private static final int LONGEST = 500;

  private AuditDetail() {}

  /**
   * Of a call: what is known around the call, and the payload's hash. Sensitive values stand in it
   * as HMAC; payload and key themselves are no part of the audit.
   */
  static String ofCall(CallContext context, PayloadHash payload) {
    SortedMap<String, String> values = new TreeMap<>();
    context.values().forEach((name, value) -> values.put(name, shortened(value)));
    values.put("payload", HexFormat.of().formatHex(payload.digest()));
    return json(values);
  }

  /** What is known around a call, whole; it is given back to a later attempt. */
  static String context(CallContext context) {
    return json(new TreeMap<>(context.values()));
  }

  private static String shortened(String value) {
    return value.length() <= LONGEST ? value : value.substring(0, LONGEST);
  }

  /** Null if there is nothing to say. */
  static @Nullable String of(Map<String, String> values) {
    return values.isEmpty() ? null : json(new TreeMap<>(values));
  }

  /** Names and values in turns; a null value is left out. */
  static @Nullable String of(@Nullable String... namesAndValues) {
    SortedMap<String, String> values = new TreeMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      String name = namesAndValues[i];
      String value = namesAndValues[i + 1];
      if (name != null && value != null) {
        values.put(name, value);
      }
    }
    return of(values);
  }

  /** What {@link #of} wrote. */
  static Map<String, String> read(String detail) {
    try {
      Map<String, String> values = new TreeMap<>();
      JSON.readTree(detail)
          .properties()
          .forEach(entry -> values.put(entry.getKey(), entry.getValue().asText()));
      return values;
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a detail is a JSON object of texts", e);
    }
  }

  private static String json(SortedMap<String, String> values) {
    try {
      return JSON.writeValueAsString(values);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a map of texts has a JSON form", e);
    }
  }
}
