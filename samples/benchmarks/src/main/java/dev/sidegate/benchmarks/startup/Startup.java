package dev.sidegate.benchmarks.startup;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Starts JVMs, one after the other and in turn, and prints the median of each kind. Arguments: the
 * empty agent's jar, Sidegate's jar, the number of rounds, and one or more Java homes.
 */
public final class Startup {
  private static final String EMPTY = "with an empty agent";

  private Startup() {}

  /** Measures. */
  public static void main(String[] arguments) throws Exception {
    int rounds = Integer.parseInt(arguments[2]);
    for (int i = 3; i < arguments.length; i++) {
      measure(arguments[i], arguments[0], arguments[1], rounds);
    }
  }

  private static void measure(String home, String empty, String sidegate, int rounds)
      throws IOException, InterruptedException {
    Map<String, List<String>> kinds = new LinkedHashMap<>();
    kinds.put("plain JVM", List.of());
    kinds.put(EMPTY, List.of("-javaagent:" + empty));
    kinds.put("with Sidegate, nothing guarded", List.of("-javaagent:" + sidegate));
    Map<String, List<Double>> millis = new LinkedHashMap<>();
    for (int round = -2; round < rounds; round++) { // two rounds warm the file cache
      for (Map.Entry<String, List<String>> kind : kinds.entrySet()) {
        double taken = start(home, kind.getValue());
        if (round >= 0) {
          millis.computeIfAbsent(kind.getKey(), none -> new ArrayList<>()).add(taken);
        }
      }
    }
    print(home, millis);
  }

  private static double start(String home, List<String> options)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(home + File.separator + "bin/java"));
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Nothing.class.getName()));
    long begun = System.nanoTime();
    Process process = new ProcessBuilder(command).inheritIO().start();
    if (process.waitFor() != 0) {
      throw new IllegalStateException("failed: " + command);
    }
    return (System.nanoTime() - begun) / 1e6;
  }

  private static void print(String home, Map<String, List<Double>> millis) {
    System.out.println(home);
    double empty = median(millis.getOrDefault(EMPTY, List.of()));
    millis.forEach(
        (kind, taken) ->
            System.out.println(
                String.format(
                    Locale.ROOT,
                    "  %-32s %5.0f ms   %+5.0f ms over an empty agent   (fastest %.0f ms)",
                    kind,
                    median(taken),
                    median(taken) - empty,
                    taken.stream().mapToDouble(one -> one).min().orElse(Double.NaN))));
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().skip(values.size() / 2).findFirst().orElse(Double.NaN);
  }
}
