package dev.sidegate.quickstart.day;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** Sidegate: its database, what the agent's JVM is started with, and the operator's commands. */
final class Gate implements AutoCloseable {
  private static final Pattern READY = Pattern.compile("^(\\{.*\"url\".*})$");

  private final Path jar;
  private final Path agent;
  private final Path directory;
  private final Path log;
  private final Service database;
  private final JsonNode reachable;

  /**
   * Starts {@code sidegate.jar dev}: a real PostgreSQL, migrated.
   *
   * @param directory where it is kept, for this run alone
   */
  Gate(Path jar, Path agent, Path directory) throws IOException {
    this.jar = jar;
    this.agent = agent;
    this.directory = directory;
    this.log = directory.resolveSibling("sidegate.log");
    this.database =
        Service.start(
            log,
            command(
                "dev",
                "--directory",
                "" + directory,
                "--port",
                "" + freePort(),
                "--approver",
                "support",
                "--json"),
            READY);
    this.reachable = new ObjectMapper().readTree(database.said(1));
  }

  /** All that the agent's JVM needs. The short lease is for a demonstration; its default is 30s. */
  List<String> jvmOptions() {
    return List.of(
        "-javaagent:" + agent,
        "-Dsidegate.jdbc.url=" + reachable.path("url").asText(),
        "-Dsidegate.journal.directory=" + directory.resolveSibling("journal"),
        "-Dsidegate.effects.refund.lease=5s",
        "-Dshop.verify=true");
  }

  /** Runs one of the operator's commands; returns what it prints. */
  String operate(String... arguments) throws IOException, InterruptedException {
    List<String> command = command(arguments);
    command.addAll(List.of("--url", reachable.path("operatorUrl").asText()));
    Process process =
        new ProcessBuilder(command)
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    int exitCode = process.waitFor();
    if (exitCode != 0) {
      throw new IOException(
          String.join(" ", arguments) + " ended with " + exitCode + "; see " + log + "\n" + output);
    }
    return output.strip();
  }

  @Override
  public void close() {
    database.close();
  }

  private List<String> command(String... arguments) {
    List<String> command = Service.javaCommand();
    command.addAll(List.of("-jar", jar.toString()));
    command.addAll(List.of(arguments));
    return command;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
