package dev.sidegate.quickstart.day;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A process of its own, ready when it has said so. It ends with this one. */
final class Service implements AutoCloseable {
  private static final Pattern READY = Pattern.compile("ready (\\d+)(?: (\\d+))?");

  private static final int LAST_LINES = 12;

  private final Process process;
  private final MatchResult said;

  private Service(Process process, MatchResult said) {
    this.process = process;
    this.said = said;
  }

  /** Starts a main class of this class path; it says {@code ready PORT [PORT]}. */
  static Service java(Path log, List<String> options, Class<?> main, List<String> arguments)
      throws IOException {
    List<String> command = new ArrayList<>(List.of(javaCommand()));
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(arguments);
    return start(log, command, READY);
  }

  /** Starts a command; returns when a line of its output matches. */
  static Service start(Path log, List<String> command, Pattern ready) throws IOException {
    Process process =
        new ProcessBuilder(command)
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(process)));
    BufferedReader output = process.inputReader(UTF_8);
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      append(log, line);
      Matcher matcher = ready.matcher(line);
      if (matcher.find()) {
        drain(output, log);
        return new Service(process, matcher.toMatchResult());
      }
    }
    throw new IOException("it ended before it was ready; " + log + " ends with\n" + tail(log));
  }

  static String javaCommand() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** What it said when it was ready: a group of the pattern. */
  String said(int group) {
    return said.group(group);
  }

  int port() {
    return Integer.parseInt(said(1));
  }

  /** SIGKILL: no shutdown hook, no last word. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  @Override
  public void close() {
    end(process);
  }

  private static void drain(BufferedReader output, Path log) {
    Thread reader =
        new Thread(
            () -> {
              try {
                for (String line = output.readLine(); line != null; line = output.readLine()) {
                  append(log, line);
                }
              } catch (IOException ended) {
                // the process was killed
              }
            },
            "output");
    reader.setDaemon(true);
    reader.start();
  }

  private static void append(Path log, String line) throws IOException {
    Files.writeString(log, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private static String tail(Path log) throws IOException {
    List<String> lines = Files.readAllLines(log);
    return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
  }

  private static void end(Process process) {
    process.destroy();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException hurried) {
      process.destroyForcibly();
    }
  }
}
