package dev.sidegate.engine.approval;

import dev.sidegate.tree.FromTree;
import dev.sidegate.tree.ToTree;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the processor would generate for {@link PayoutTool}. */
@SuppressWarnings({"rawtypes", "unchecked", "unused"}) // reached by name
final class Sidegate_PayoutTool {
  static final int PROTOCOL = 1;

  private Sidegate_PayoutTool() {}

  static Map<String, Object>[] methods() {
    return new Map[] {
      method(
          "pay",
          Map.of("role", "finance", "mode", "BEFORE_ACT", "unless", "", "expiresIn", ""),
          false),
      method(
          "small",
          Map.of(
              "role",
              "finance",
              "mode",
              "BY_EXCEPTION",
              "unless",
              PayoutTool.Small.class.getName(),
              "expiresIn",
              ""),
          false),
      method(
          "token",
          Map.of("role", "finance", "mode", "BEFORE_ACT", "unless", "", "expiresIn", ""),
          true),
    };
  }

  private static Map<String, Object> method(
      String name, Map<String, Object> approval, boolean perAttempt) {
    return Map.ofEntries(
        Map.entry("method", name),
        Map.entry("descriptor", "(Ljava/lang/String;JLjava/lang/String;)Ljava/lang/String;"),
        Map.entry("effect", name),
        Map.entry("owner", ""),
        Map.entry("key", name + ":{order}"),
        Map.entry("scope", ""),
        Map.entry("order", ""),
        Map.entry("parameters", List.of("order", "cents", "text")),
        Map.entry("schema", "0123456789abcdef"),
        Map.entry("returns", "value"),
        Map.entry("resultSchema", "0123456789abcdef"),
        Map.entry("resultStored", true),
        Map.entry("perAttempt", perAttempt),
        Map.entry("sensitive", false),
        Map.entry("irreversible", true),
        Map.entry("execution", "INLINE"),
        Map.entry("provider", ""),
        Map.entry("keyed", false),
        Map.entry("keyTtl", ""),
        Map.entry("keyFormat", "HEX32"),
        Map.entry("header", "Idempotency-Key"),
        Map.entry("idempotent", false),
        Map.entry("notApplied", List.of()),
        Map.entry("approval", approval));
  }

  static @Nullable Object[] holes(int method, int template, @Nullable Object[] arguments) {
    return new Object[] {arguments[0]};
  }

  static Object payload(int method, @Nullable Object[] arguments) {
    var fields = ToTree.fields();
    ToTree.field(fields, "0", arguments[0]);
    ToTree.field(fields, "1", arguments[1]);
    ToTree.field(fields, "2", ToTree.freeText(arguments[2]));
    return fields;
  }

  static @Nullable Object[] arguments(int method, Object tree) {
    var fields = FromTree.fields(tree);
    return new Object[] {fields.get("0"), fields.get("1"), fields.get("2")};
  }

  static @Nullable Object result(int method, @Nullable Object value) {
    return value;
  }

  static @Nullable Object fromResult(int method, @Nullable Object tree) {
    return tree;
  }
}
