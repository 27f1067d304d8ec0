package dev.sidegate.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sidegate.Sidegate;
import dev.sidegate.engine.settings.Settings;
import dev.sidegate.engine.world.OwnServer;
import dev.sidegate.engine.world.TestDatabase;
import dev.sidegate.engine.world.TestDatabase.Login;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A result that could not be settled, after the power went: process and server both died. */
@Timeout(180)
class JournalRestartTest {
  @TempDir private Path journal;

  @Test
  @SuppressWarnings("try") // the next engine only has to be there
  void aResultOutlivesTheEndOfItsProcessAndOfTheDatabase() throws Exception {
    try (OwnServer server = OwnServer.start()) {
      TestDatabase database = server.database();
      Process process = start(database);
      try (BufferedReader said = process.inputReader(StandardCharsets.UTF_8);
          OutputStream tell = process.getOutputStream()) {
        assertThat(said.readLine()).isEqualTo("running");
        server.kill();
        tell.write("booked\n".getBytes(StandardCharsets.UTF_8));
        tell.flush();
        assertThat(said.readLine()).as("the caller has its result").isEqualTo("returned booked");
      } finally {
        process.destroyForcibly().waitFor();
      }
      server.startAgain();
      assertThat(states(database)).isEqualTo("PROCESSING");

      AtomicInteger bodies = new AtomicInteger();
      try (Engine next = Engine.install(settings(database))) {
        await()
            .atMost(Duration.ofSeconds(60))
            .untilAsserted(() -> assertThat(states(database)).isEqualTo("COMPLETED"));
        assertThat(
                Sidegate.effect("refund")
                    .key("refund:{}", "A7")
                    .payload("A7")
                    .returning(String.class)
                    .call(
                        () -> {
                          bodies.incrementAndGet();
                          return "twice";
                        }))
            .isEqualTo("booked");
      }
      assertThat(bodies).hasValue(0);
      assertThat(journal).isEmptyDirectory();
    }
  }

  private Process start(TestDatabase database) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            RefundingJvm.class.getName(),
            database.jdbcUrl(),
            database.user(Login.AGENT),
            database.password(Login.AGENT),
            journal.toString())
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private Settings settings(TestDatabase database) {
    Properties properties = new Properties();
    properties.setProperty("sidegate.jdbc.url", database.jdbcUrl());
    properties.setProperty("sidegate.jdbc.user", database.user(Login.AGENT));
    properties.setProperty("sidegate.jdbc.password", database.password(Login.AGENT));
    properties.setProperty("sidegate.journal.directory", journal.toString());
    properties.setProperty(
        "sidegate.effects.refund.owners", RefundingJvm.class.getName() + "#lambda");
    return Settings.load(properties, Map.of());
  }

  private static String states(TestDatabase database) {
    return String.join(",", database.query("SELECT state FROM sidegate.intent"));
  }
}
