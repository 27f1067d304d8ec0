package dev.sidegate.engine.reconcile;

import dev.sidegate.EffectQuery;
import dev.sidegate.Reconciliation;
import java.util.List;
import java.util.Map;

/** Written by hand, as the processor would write it. */
@SuppressWarnings("unused") // reached by name
final class Sidegate_RefundTool {
  static final int PROTOCOL = 1;

  private Sidegate_RefundTool() {}

  @SuppressWarnings({"rawtypes", "unchecked"})
  static Map<String, Object>[] methods() {
    return new Map[] {
      Map.ofEntries(
          Map.entry("method", "refund"),
          Map.entry("descriptor", "(Ljava/lang/String;J)Ljava/lang/String;"),
          Map.entry("effect", "refund"),
          Map.entry("owner", ""),
          Map.entry("key", "refund:{order}"),
          Map.entry("scope", ""),
          Map.entry("schema", "0123456789abcdef"),
          Map.entry("returns", "value"),
          Map.entry("resultStored", true),
          Map.entry("perAttempt", false),
          Map.entry("sensitive", false),
          Map.entry("execution", "INLINE"),
          Map.entry("provider", ""),
          Map.entry("keyed", false),
          Map.entry("keyTtl", ""),
          Map.entry("keyFormat", "HEX32"),
          Map.entry("header", "Idempotency-Key"),
          Map.entry("idempotent", false),
          Map.entry("notApplied", List.of()),
          Map.entry(
              "reconciles",
              Map.of(
                  "method",
                  "find",
                  "descriptor",
                  "(L%s;JLjava/lang/String;)L%s;"
                      .formatted(internal(EffectQuery.class), internal(Reconciliation.class)),
                  "version",
                  1,
                  "settleDelay",
                  "",
                  "takes",
                  List.of(-1, 1, 0))))
    };
  }

  static Object[] holes(int method, int template, Object[] arguments) {
    return template == 0 ? new Object[] {arguments[0]} : new Object[0];
  }

  static Object payload(int method, Object[] arguments) {
    return Map.of("0", arguments[0], "1", arguments[1]);
  }

  static Object[] arguments(int method, Object tree) {
    Map<?, ?> fields = (Map<?, ?>) tree;
    return new Object[] {fields.get("0"), fields.get("1")};
  }

  static Object result(int method, Object value) {
    return value;
  }

  static Object fromResult(int method, Object tree) {
    return tree;
  }

  private static String internal(Class<?> type) {
    return type.getName().replace('.', '/');
  }
}
