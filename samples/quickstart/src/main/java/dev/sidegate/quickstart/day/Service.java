package dev.sidegate.quickstart.day;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A process of its own, ready when it has said so. It ends with this one. */
final class Service implements AutoCloseable {
  private static final Pattern READY = Pattern.compile("ready (\\d+)(?: (\\d+))?");
  private static final int LAST_LINES = 12;

  private final Process process;
  private final Path log;
  private final CompletableFuture<MatchResult> ready = new CompletableFuture<>();

  private Service(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /** Starts a main class of this class path; it will say {@code ready PORT [PORT]}. */
  static Service java(Path log, List<String> options, Class<?> main, List<String> arguments)
      throws IOException {
    List<String> command = javaCommand();
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(arguments);
    return start(log, command, READY);
  }

  /** Starts a command; it will be ready when a line of its output matches. */
  static Service start(Path log, List<String> command, Pattern ready) throws IOException {
    Process process =
        new ProcessBuilder(command)
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(process)));
    Service service = new Service(process, log);
    Thread listener = new Thread(() -> service.listen(ready), "listener");
    listener.setDaemon(true);
    listener.start();
    return service;
  }

  /** This JVM's java, told to start quickly. */
  static List<String> javaCommand() {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return new ArrayList<>(List.of(java, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
  }

  /** What it said when it was ready: a group of the pattern. Waits for it. */
  String said(int group) {
    return ready.join().group(group);
  }

  /** The port that it said first. Waits for it. */
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

  private void listen(Pattern pattern) {
    try (BufferedReader output = process.inputReader(UTF_8)) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        Files.writeString(log, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        Matcher matcher = pattern.matcher(line);
        if (matcher.find()) {
          ready.complete(matcher.toMatchResult());
        }
      }
      ready.completeExceptionally(
          new IOException("a process ended before it was ready; " + log + " ends with\n" + tail()));
    } catch (IOException closed) {
      ready.completeExceptionally(closed);
    }
  }

  private String tail() throws IOException {
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
