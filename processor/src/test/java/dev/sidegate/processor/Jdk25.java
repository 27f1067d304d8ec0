package dev.sidegate.processor;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** A JDK 25 beside the one that runs the tests, if there is one. */
public final class Jdk25 {
  private static final Path HOME =
      Path.of(
          System.getProperty(
              "sidegate.jdk25",
              System.getenv().getOrDefault("JAVA_HOME_25", "/usr/lib/jvm/temurin-25-jdk-amd64")));

  private Jdk25() {}

  /** Skips the test, and says so, where there is no JDK 25. */
  public static void demand() {
    boolean present = Files.isExecutable(HOME.resolve("bin/java"));
    if (!present) {
      System.out.println("no JDK 25 in " + HOME + " (-Dsidegate.jdk25=…): not tested with it");
    }
    Assumptions.assumeTrue(present, "no JDK 25 in " + HOME);
  }

  /** Runs a main class with the tests' class path; gives what it printed. */
  public static String run(Class<?> main, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    return tool("java", command.toArray(new String[0]));
  }

  /** Runs a tool of the JDK to its end; fails if the tool does. */
  public static String tool(String name, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(HOME.resolve("bin").resolve(name).toString()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(5, TimeUnit.MINUTES) || process.exitValue() != 0) {
      throw new AssertionError(String.join(" ", command) + "\n" + output);
    }
    return output;
  }
}
