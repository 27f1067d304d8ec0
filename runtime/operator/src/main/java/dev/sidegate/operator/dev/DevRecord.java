package dev.sidegate.operator.dev;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sidegate.operator.Fault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/**
 * How to reach the running dev server. Written when it is ready, removed when it stops.
 *
 * @param url for applications, login included
 * @param operatorUrl for the commands of the operator, login included
 * @param port where it listens
 * @param directory where it is kept
 * @param pid of the process that runs it
 */
record DevRecord(String url, String operatorUrl, int port, String directory, long pid) {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final int TRIES = 300;
  private static final int PAUSE_MILLIS = 200;

  /** Of the server that this process runs. */
  static DevRecord own(DevDirectory home, int port) {
    return new DevRecord(
        DevDatabase.agent(port).urlWithLogin(),
        DevDatabase.operator(port).urlWithLogin(),
        port,
        home.root().toString(),
        ProcessHandle.current().pid());
  }

  void write(DevDirectory home) {
    try {
      Path draft = home.root().resolve("dev.json.new");
      Files.write(draft, MAPPER.writeValueAsBytes(this));
      Files.move(draft, home.record(), StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  static void remove(DevDirectory home) {
    try {
      Files.deleteIfExists(home.record());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  static Optional<DevRecord> read(DevDirectory home) {
    try {
      return Optional.of(MAPPER.readValue(home.record().toFile(), DevRecord.class));
    } catch (IOException none) {
      return Optional.empty();
    }
  }

  /** The record of the process that holds the directory, which may still be starting. */
  static DevRecord await(DevDirectory home) throws InterruptedException {
    for (int i = 0; i < TRIES; i++) {
      Optional<DevRecord> found = read(home);
      if (found.isPresent()) {
        return found.get();
      }
      Thread.sleep(PAUSE_MILLIS);
    }
    throw Fault.noDatabase(
        "Another dev holds " + home.root() + ", but its server does not become ready.",
        "Stop that process, then run dev again.");
  }
}
