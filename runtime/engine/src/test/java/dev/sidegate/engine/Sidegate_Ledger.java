package dev.sidegate.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the processor would write for {@link Ledger}. */
final class Sidegate_Ledger {
  static final int PROTOCOL = 1;

  private Sidegate_Ledger() {}

  @SuppressWarnings("rawtypes") // as generated
  static Map[] methods() {
    return new Map[] {method("post"), method("postAlone")};
  }

  private static Map<String, Object> method(String name) {
    Map<String, Object> metadata = new LinkedHashMap<>();
    metadata.put("method", name);
    metadata.put("descriptor", "(Ljava/lang/String;Ljava/util/List;)Ljava/lang/String;");
    metadata.put("effect", name);
    metadata.put("owner", "");
    metadata.put("key", name + ":{id}");
    metadata.put("scope", "");
    metadata.put("order", "");
    metadata.put("parameters", List.of("id", "lines"));
    metadata.put("schema", "ledger");
    metadata.put("returns", "value");
    metadata.put("resultSchema", "string");
    metadata.put("resultStored", true);
    metadata.put("perAttempt", false);
    metadata.put("sensitive", false);
    metadata.put("irreversible", false);
    metadata.put("execution", "INLINE");
    metadata.put("provider", "");
    metadata.put("keyed", false);
    metadata.put("keyTtl", "");
    metadata.put("keyFormat", "HEX32");
    metadata.put("header", "Idempotency-Key");
    metadata.put("idempotent", false);
    metadata.put("notApplied", List.of());
    return metadata;
  }

  static Object[] holes(int method, int template, Object[] arguments) {
    return template == 0 ? new Object[] {arguments[0]} : new Object[0];
  }

  static Object payload(int method, Object[] arguments) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("0", arguments[0]);
    fields.put("1", new ArrayList<>((List<?>) arguments[1]));
    return fields;
  }

  static Object[] arguments(int method, Object tree) {
    Map<?, ?> fields = (Map<?, ?>) tree;
    return new Object[] {fields.get("0"), new ArrayList<>((List<?>) fields.get("1"))};
  }

  static @Nullable Object result(int method, @Nullable Object value) {
    return value;
  }

  static @Nullable Object fromResult(int method, @Nullable Object tree) {
    return tree;
  }
}
