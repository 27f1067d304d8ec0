package dev.sidegate.engine.world;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Ends the test server with the JVM, at once: a clean end would write a checkpoint of everything
 * that the tests left, which takes longer than a build waits for a JVM to go.
 */
final class ServerEnd extends Thread {
  private final Path data;

  private ServerEnd(Path data) {
    this.data = data;
  }

  /** Ends the server of this data directory, and removes the directory, when the JVM ends. */
  static void withTheJvm(Path data) {
    Runtime.getRuntime().addShutdownHook(new ServerEnd(data));
  }

  @Override
  public void run() {
    end(data);
  }

  /** Ends the server of this data directory, if it runs, and removes the directory. */
  static void end(Path data) {
    try {
      Path pid = data.resolve("postmaster.pid");
      if (Files.exists(pid)) {
        String server = Files.readAllLines(pid).get(0).strip();
        new ProcessBuilder("kill", "-QUIT", server).start().waitFor(5, TimeUnit.SECONDS);
        ProcessHandle.of(Long.parseLong(server))
            .ifPresent(handle -> handle.onExit().orTimeout(5, TimeUnit.SECONDS).join());
      }
      if (Files.exists(data)) {
        remove(data);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void remove(Path data) throws IOException {
    try (Stream<Path> files = Files.walk(data)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
