package dev.sidegate.operator;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The packed jar, run as users run it: {@code java -jar sidegate.jar}. */
public final class SidegateJar {
  private static final Path JAR = Path.of("target", "sidegate.jar");

  private SidegateJar() {}

  /** Runs a command to its end. */
  public static Typed run(String... arguments) {
    try {
      Path err = Files.createTempFile("sidegate", ".err");
      Process process = builder(arguments).redirectError(err.toFile()).start();
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      Typed typed = new Typed(end(process), out, Files.readString(err));
      Files.delete(err);
      return typed;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Starts a command that goes on. */
  public static Running start(String... arguments) {
    try {
      Process process = builder(arguments).redirectErrorStream(true).start();
      return new Running(process, process.inputReader(StandardCharsets.UTF_8));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static ProcessBuilder builder(String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dfile.encoding=UTF-8",
                "-jar",
                JAR.toAbsolutePath().toString()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command);
  }

  private static int end(Process process) {
    try {
      if (!process.waitFor(2, TimeUnit.MINUTES)) {
        process.destroyForcibly();
        throw new AssertionError("the command does not end");
      }
      return process.exitValue();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError(interrupted);
    }
  }

  /**
   * A command that goes on.
   *
   * @param process it
   * @param output both of its streams
   */
  public record Running(Process process, BufferedReader output) implements AutoCloseable {

    /** Reads until a line holds the text; answers that line. */
    public String awaitLine(String text) {
      StringBuilder read = new StringBuilder();
      try {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
          if (line.contains(text)) {
            return line;
          }
          read.append(line).append('\n');
        }
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      }
      throw new AssertionError("it ended without '" + text + "':\n" + read);
    }

    /** Tells it to end as a terminal or an init system does; answers the exit code. */
    public int terminate() {
      // By its handle: Process.destroy would close the stream that is still to be read.
      process.toHandle().destroy();
      output.lines().forEach(line -> {});
      return end(process);
    }

    @Override
    public void close() {
      if (process.isAlive()) {
        terminate();
      }
    }
  }
}
