package dev.sidegate.engine.outbox;

import dev.sidegate.tree.FromTree;
import dev.sidegate.tree.ToTree;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the processor would generate for {@link Courier}. */
@SuppressWarnings({"rawtypes", "unchecked", "unused"}) // reached by name
final class Sidegate_Courier {
  static final int PROTOCOL = 1;

  private Sidegate_Courier() {}

  static Map<String, Object>[] methods() {
    return new Map[] {
      method("send", "OUTBOX", "String", null),
      method("pay", "INLINE", "String", "BEFORE_ACT"),
      method("recall", "INLINE", "String", "CANCEL_WINDOW"),
      method("note", "INLINE", "String", null),
      method("drive", "OUTBOX", "Stage", null)
    };
  }

  private static Map<String, Object> method(
      String name, String execution, String returns, @Nullable String approval) {
    Map<String, Object> method =
        new HashMap<>(
            Map.ofEntries(
                Map.entry("method", name),
                Map.entry(
                    "descriptor",
                    "(Ljava/lang/String;Ljava/lang/String;)"
                        + (returns.equals("Stage")
                            ? "Ljava/util/concurrent/CompletionStage;"
                            : "Ljava/lang/String;")),
                Map.entry("effect", name),
                Map.entry("owner", ""),
                Map.entry("key", name + ":{order}"),
                Map.entry("scope", ""),
                Map.entry("order", ""),
                Map.entry("parameters", List.of("order", "text")),
                Map.entry("schema", "0123456789abcdef"),
                Map.entry("returns", returns.equals("Stage") ? "stage" : "value"),
                Map.entry("resultSchema", "0123456789abcdef"),
                Map.entry("resultStored", true),
                Map.entry("perAttempt", false),
                Map.entry("sensitive", false),
                Map.entry("irreversible", false),
                Map.entry("execution", execution),
                Map.entry("provider", ""),
                Map.entry("keyed", false),
                Map.entry("keyTtl", ""),
                Map.entry("keyFormat", "HEX32"),
                Map.entry("header", "Idempotency-Key"),
                Map.entry("idempotent", false),
                Map.entry("notApplied", List.of())));
    if (approval != null) {
      method.put(
          "approval", Map.of("role", "finance", "mode", approval, "unless", "", "expiresIn", ""));
    }
    return method;
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
