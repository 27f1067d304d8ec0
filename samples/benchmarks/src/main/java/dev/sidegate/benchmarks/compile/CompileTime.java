package dev.sidegate.benchmarks.compile;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sidegate.SideEffect;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * What the processor costs: 1,000 annotated methods in 200 classes, compiled in turn without a
 * processor, with controls, and with it. Warm, in one JVM, which loads the processor anew each
 * time; and cold, in a JVM of its own each. Judges nothing.
 *
 * <p>Arguments: the processor path (the processor's jar and the annotations' jar), how many rounds
 * warm, and how many cold.
 */
public final class CompileTime {
  private static final int WARM_UP = 3;

  private final Path directory;
  private final String processorPath;
  private final List<Path> sources;
  private final List<Compilation> kinds;

  private CompileTime(Path directory, String processorPath) throws IOException, URISyntaxException {
    this.directory = directory;
    this.processorPath = processorPath;
    this.sources = ToolClasses.write(directory);
    List<String> path = List.of("-classpath", jar(SideEffect.class));
    List<String> control =
        join(
            path,
            "-processorpath",
            jar(CompileTime.class) + File.pathSeparator + jar(SideEffect.class),
            "-processor",
            CopyingProcessor.class.getName());
    this.kinds =
        List.of(
            new Compilation("no processor", join(path, "-proc:none")),
            new Compilation("one that does nothing", control),
            new Compilation("one that copies empty classes", copies(control, empty())),
            new Compilation("one that copies Sidegate's", copies(control, ready())),
            new Compilation("Sidegate", join(path, "-processorpath", processorPath)));
  }

  /** Measures and prints; with {@code once}, only for the JVM that started this one. */
  public static void main(String[] arguments) throws Exception {
    if (arguments[0].equals("once")) {
      CompileTime measured = new CompileTime(Path.of(arguments[1]), arguments[2]);
      int kind = Integer.parseInt(arguments[3]);
      measured.kinds.get(kind).run(measured.sources, measured.output(kind));
      System.out.println(Compilation.processCpuMillis());
      return;
    }
    Path directory = Files.createTempDirectory("sidegate-compile-time");
    CompileTime measured = new CompileTime(directory, arguments[0]);
    measured.makeReady();
    measured.warm(arguments.length > 1 ? Integer.parseInt(arguments[1]) : 9);
    measured.cold(arguments.length > 2 ? Integer.parseInt(arguments[2]) : 5);
  }

  private Path output(int kind) {
    return directory.resolve("output" + kind);
  }

  private Path ready() {
    return directory.resolve("generated/shop");
  }

  private Path empty() {
    return directory.resolve("empty");
  }

  /** What the controls copy: Sidegate's descriptors, and classes of their names. */
  private void makeReady() throws IOException {
    kinds.get(kinds.size() - 1).run(sources, directory);
    Files.createDirectories(empty());
    try (Stream<Path> files = Files.list(ready())) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        String type = name.substring(0, name.length() - ".java".length());
        Files.writeString(empty().resolve(name), "package shop;\n\nfinal class " + type + " {}\n");
      }
    }
  }

  private void warm(int rounds) throws IOException {
    double[][] cpu = new double[kinds.size()][rounds];
    double[] megabytes = new double[kinds.size()];
    for (int round = -WARM_UP; round < rounds; round++) {
      for (int kind = 0; kind < kinds.size(); kind++) {
        Compilation.Cost cost = kinds.get(kind).run(sources, output(kind));
        System.err.printf(Locale.ROOT, "%6.0f", cost.cpuMillis());
        if (round >= 0) {
          cpu[kind][round] = cost.cpuMillis();
          megabytes[kind] = cost.megabytes();
        }
      }
      System.err.println(round < 0 ? "  warming up" : "");
    }
    System.out.printf(
        Locale.ROOT,
        "%n%,d annotated methods in %d classes%n%nwarm, %d rounds: CPU time of the compiler's"
            + " thread, and what it allocates%n",
        ToolClasses.CLASSES * ToolClasses.METHODS_EACH,
        ToolClasses.CLASSES,
        rounds);
    print(cpu, megabytes);
  }

  private void cold(int rounds) throws IOException, InterruptedException {
    double[][] cpu = new double[kinds.size()][rounds];
    for (int round = 0; round < rounds; round++) {
      for (int kind = 0; kind < kinds.size(); kind++) {
        cpu[kind][round] = inJvmOfItsOwn(kind);
      }
    }
    System.out.printf("%ncold, %d rounds: CPU time of the compilation's JVM%n", rounds);
    print(cpu, new double[kinds.size()]);
  }

  private void print(double[][] cpu, double[] megabytes) {
    double plain = median(cpu[0]);
    double least = least(cpu[0]);
    for (int kind = 0; kind < kinds.size(); kind++) {
      System.out.printf(
          Locale.ROOT,
          "  %-30s median %6.0f ms %+6.1f %%   least %6.0f ms %+6.1f %%%s%n",
          kinds.get(kind).name(),
          median(cpu[kind]),
          100 * (median(cpu[kind]) / plain - 1),
          least(cpu[kind]),
          100 * (least(cpu[kind]) / least - 1),
          megabytes[kind] == 0
              ? ""
              : String.format(
                  Locale.ROOT,
                  "   %5.0f MB %+5.1f %%",
                  megabytes[kind],
                  100 * (megabytes[kind] / megabytes[0] - 1)));
    }
  }

  private double inJvmOfItsOwn(int kind) throws IOException, InterruptedException {
    Process jvm =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElse("java"),
                "-cp",
                System.getProperty("java.class.path"),
                CompileTime.class.getName(),
                "once",
                directory.toString(),
                processorPath,
                String.valueOf(kind))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String said = new String(jvm.getInputStream().readAllBytes(), UTF_8);
    if (jvm.waitFor() != 0) {
      throw new IllegalStateException(said);
    }
    return Double.parseDouble(said.strip());
  }

  private static List<String> copies(List<String> control, Path files) {
    return join(control, "-A" + CopyingProcessor.OPTION + "=" + files);
  }

  private static List<String> join(List<String> options, String... more) {
    List<String> all = new ArrayList<>(options);
    all.addAll(List.of(more));
    return all;
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  private static double least(double[] values) {
    return Arrays.stream(values).min().orElseThrow();
  }

  private static String jar(Class<?> type) throws URISyntaxException {
    return new File(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
  }
}
