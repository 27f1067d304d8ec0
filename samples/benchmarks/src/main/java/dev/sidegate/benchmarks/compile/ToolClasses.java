package dev.sidegate.benchmarks.compile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A project of tool classes as people write them: own types, a client, methods that check and send.
 */
final class ToolClasses {
  static final int CLASSES = 200;
  static final int METHODS_EACH = 5;

  private ToolClasses() {}

  /** Writes the project's source. */
  static List<Path> write(Path directory) throws IOException {
    List<Path> sources = new ArrayList<>();
    Path shop = Files.createDirectories(directory.resolve("shop"));
    for (int i = 0; i < CLASSES; i++) {
      sources.add(Files.writeString(shop.resolve("Tools" + i + ".java"), tools(i)));
    }
    return sources;
  }

  private static String tools(int number) {
    StringBuilder code = new StringBuilder();
    code.append(
        String.format(
            Locale.ROOT,
            """
            package shop;
            import dev.sidegate.SideEffect;
            import dev.sidegate.ProviderContract;
            import java.math.BigDecimal;
            import java.util.*;
            import java.util.stream.Collectors;
            public class Tools%d {
              public record Line(String sku, int count, BigDecimal price) {}
              public record Order(String id, long revision, String customer, List<Line> lines) {}
              public interface Client { String post(String path, Map<String, String> body); }
              private final Client client;
              private final Map<String, Integer> limits = new HashMap<>();
              public Tools%d(Client client) { this.client = client; }
            """,
            number,
            number));
    for (int i = 0; i < METHODS_EACH; i++) {
      code.append(method(number, i));
    }
    return code.append("}\n").toString();
  }

  private static String method(int number, int method) {
    return String.format(
        Locale.ROOT,
        """
          @SideEffect(
              key = "act-%1$d-%2$d:{order.id}:r{order.revision}:{reason|fold}",
              provider = @ProviderContract(keyed = true, keyTtl = "24h"))
          public String act%2$d(Order order, String reason, int priority) {
            if (order.lines().isEmpty() || reason.isBlank()) {
              throw new IllegalArgumentException("nothing to do for " + order.id());
            }
            int limit = limits.getOrDefault(order.customer(), 100);
            BigDecimal total =
                order.lines().stream()
                    .map(line -> line.price().multiply(BigDecimal.valueOf(line.count())))
                    .reduce(BigDecimal.ZERO, BigDecimal::add);
            if (total.compareTo(BigDecimal.valueOf(limit)) > 0 && priority < 3) {
              return "over the limit: " + total.toPlainString();
            }
            String skus =
                order.lines().stream()
                    .map(Line::sku)
                    .sorted(Comparator.reverseOrder())
                    .collect(Collectors.joining(","));
            Map<String, String> body = new TreeMap<>();
            body.put("order", order.id());
            body.put("skus", skus);
            body.put("total", total.toPlainString());
            for (Line line : order.lines()) {
              body.merge(line.sku(), String.valueOf(line.count()), (one, two) -> one + "+" + two);
            }
            return client.post("/orders/" + order.id() + "/act%2$d", body);
          }
        """,
        number,
        method);
  }
}
