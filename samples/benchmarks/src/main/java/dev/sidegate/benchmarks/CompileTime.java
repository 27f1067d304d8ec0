package dev.sidegate.benchmarks;

import dev.sidegate.SideEffect;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * What the processor costs: 1,000 annotated methods in 200 classes, compiled with and without it in
 * turn, in one JVM. Prints the median of the compiler's CPU time; judges nothing.
 *
 * <p>Arguments: the processor path (the processor's jar and the annotations' jar), and optionally
 * how many pairs to measure.
 */
public final class CompileTime {
  private static final int CLASSES = 200;
  private static final int METHODS_EACH = 5;
  private static final int WARM_UP = 3;

  private final Path directory;
  private final List<Path> sources;
  private final String processorPath;

  private CompileTime(Path directory, List<Path> sources, String processorPath) {
    this.directory = directory;
    this.sources = sources;
    this.processorPath = processorPath;
  }

  /** Measures and prints. */
  public static void main(String[] arguments) throws Exception {
    int pairs = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 9;
    Path directory = Files.createTempDirectory("sidegate-compile-time");
    CompileTime measured = new CompileTime(directory, write(directory), arguments[0]);
    long[] without = new long[pairs];
    long[] with = new long[pairs];
    for (int i = -WARM_UP; i < pairs; i++) {
      long plain = measured.compile(List.of("-proc:none"));
      long proven = measured.compile(List.of("-processorpath", measured.processorPath));
      if (i >= 0) {
        without[i] = plain;
        with[i] = proven;
      }
    }
    Arrays.sort(without);
    Arrays.sort(with);
    double plain = without[pairs / 2] / 1e6;
    double proven = with[pairs / 2] / 1e6;
    System.out.printf(
        Locale.ROOT,
        "%d annotated methods, %d pairs, CPU time of the compiler (median)%n"
            + "  without the processor %8.0f ms%n  with the processor    %8.0f ms  (%+.1f %%)%n",
        CLASSES * METHODS_EACH,
        pairs,
        plain,
        proven,
        100 * (proven - plain) / plain);
  }

  private long compile(List<String> options) throws IOException, URISyntaxException {
    JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    List<String> all = new ArrayList<>(options);
    all.addAll(List.of("--release", "17", "-d", directory.resolve("classes").toString()));
    all.addAll(List.of("-s", directory.resolve("generated").toString()));
    all.addAll(List.of("-classpath", classPath()));
    Files.createDirectories(directory.resolve("classes"));
    Files.createDirectories(directory.resolve("generated"));
    StringWriter said = new StringWriter();
    try (StandardJavaFileManager files = javac.getStandardFileManager(null, Locale.ROOT, null)) {
      long start = cpuTime();
      boolean success =
          javac
              .getTask(said, files, null, all, null, files.getJavaFileObjectsFromPaths(sources))
              .call();
      long time = cpuTime() - start;
      if (!success) {
        throw new IllegalStateException(said.toString());
      }
      return time;
    }
  }

  private static long cpuTime() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static String classPath() throws URISyntaxException {
    return new File(SideEffect.class.getProtectionDomain().getCodeSource().getLocation().toURI())
        .toString();
  }

  private static List<Path> write(Path directory) throws IOException {
    List<Path> sources = new ArrayList<>();
    Path shop = Files.createDirectories(directory.resolve("shop"));
    for (int i = 0; i < CLASSES; i++) {
      sources.add(Files.writeString(shop.resolve("Tools" + i + ".java"), tools(i)));
    }
    return sources;
  }

  /** A tool class as people write them: its own types, a client, methods that check and send. */
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
