package dev.sidegate.processor;

import java.util.Locale;

/** Tool classes such as people write them, as many as wanted. */
final class SampleCode {
  private SampleCode() {}

  /** One class with its own types and that many guarded methods. */
  static String tools(int number, int methods) {
    StringBuilder code = new StringBuilder();
    code.append(
        String.format(
            Locale.ROOT, "@SuppressWarnings(\"SG103\")%npublic class Tools%d {%n", number));
    code.append("  public record Line(String sku, int count, java.math.BigDecimal price) {}\n");
    code.append(
        "  public record Order(String id, long revision, List<Line> lines, Optional<String> note) {}\n");
    for (int i = 0; i < methods; i++) {
      code.append(
          String.format(
              Locale.ROOT,
              """
                @SideEffect(key = "act-%1$d-%2$d:{order.id}:r{order.revision}:{reason|fold}")
                public String act%2$d(Order order, String reason, Map<String, List<Line>> more) {
                  return order.id() + reason + more.size();
                }
              """,
              number,
              i));
    }
    return code.append("}\n").toString();
  }
}
