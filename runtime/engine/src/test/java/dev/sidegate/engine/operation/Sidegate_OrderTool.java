package dev.sidegate.engine.operation;

import dev.sidegate.tree.FromTree;
import dev.sidegate.tree.ToTree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the processor would generate for {@link OrderTool}. */
@SuppressWarnings({"rawtypes", "unchecked", "unused"}) // reached by name
final class Sidegate_OrderTool {
  static final int PROTOCOL = 1;

  private Sidegate_OrderTool() {}

  static Map<String, Object>[] methods() {
    Map<String, Object> much = method("orderMuch", "stage");
    much.put(
        "approval", Map.of("role", "finance", "mode", "BEFORE_ACT", "unless", "", "expiresIn", ""));
    Map<String, Object> once = method("orderOnce", "value");
    once.put("perAttempt", true);
    return new Map[] {method("order", "value"), method("orderLater", "stage"), much, once};
  }

  private static Map<String, Object> method(String name, String returns) {
    Map<String, Object> metadata = new LinkedHashMap<>();
    metadata.put("method", name);
    metadata.put(
        "descriptor",
        "(Ljava/lang/String;J)"
            + (returns.equals("stage")
                ? "Ljava/util/concurrent/CompletableFuture;"
                : "Ljava/lang/String;"));
    metadata.put("effect", name);
    metadata.put("owner", "");
    metadata.put("key", name + ":{item}");
    metadata.put("scope", "");
    metadata.put("order", "");
    metadata.put("parameters", List.of("item", "pieces"));
    metadata.put("schema", "orders");
    metadata.put("returns", returns);
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

  static @Nullable Object[] holes(int method, int template, @Nullable Object[] arguments) {
    return template == 0 ? new Object[] {arguments[0]} : new Object[0];
  }

  static Object payload(int method, @Nullable Object[] arguments) {
    var fields = ToTree.fields();
    ToTree.field(fields, "0", arguments[0]);
    ToTree.field(fields, "1", arguments[1]);
    return fields;
  }

  static @Nullable Object[] arguments(int method, Object tree) {
    var fields = FromTree.fields(tree);
    return new Object[] {fields.get("0"), fields.get("1")};
  }

  static @Nullable Object result(int method, @Nullable Object value) {
    return value;
  }

  static @Nullable Object fromResult(int method, @Nullable Object tree) {
    return tree;
  }
}
