package dev.sidegate.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sidegate.Attempt;
import dev.sidegate.OutcomeUnknownException;
import dev.sidegate.Sidegate;
import dev.sidegate.engine.settings.Settings;
import dev.sidegate.engine.world.PostgresServer;
import dev.sidegate.engine.world.TestDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bodies that work for longer than one lease, on a real database. */
class RenewalTest {
  @TempDir Path directory;

  private final TestDatabase database = PostgresServer.shared().freshDatabase();

  @Test
  void aBodyThatWorksForLongKeepsItsLease() throws Exception {
    try (Engine engine = Engine.install(settings("15m"))) {
      String result =
          call(
              () -> {
                awaitTrue("SELECT expires_at > opened_at + interval '5 s' FROM sidegate.intent");
                assertThat(Attempt.current().leased()).isTrue();
                return "done";
              });

      assertThat(engine.attempts().current()).isEmpty();
      assertThat(result).isEqualTo("done");
      assertThat(database.query("SELECT state, attempts FROM sidegate.intent"))
          .containsExactly("COMPLETED|1");
    }
  }

  @Test
  void aLeaseAtItsCapRunsOutTheBodyIsToldAndAnotherCallerFindsDoubt() throws Exception {
    try (Engine engine = Engine.install(settings("1s"))) {
      String result =
          call(
              () -> {
                Attempt attempt = Attempt.current();
                await().atMost(Duration.ofSeconds(30)).until(() -> !attempt.leased());
                awaitTrue("SELECT expires_at < clock_timestamp() FROM sidegate.intent");
                CompletableFuture.runAsync(
                        () ->
                            assertThatThrownBy(() -> call(() -> "never"))
                                .isInstanceOf(OutcomeUnknownException.class))
                    .join();
                assertThat(database.query("SELECT state FROM sidegate.intent"))
                    .containsExactly("UNKNOWN");
                return "done after all";
              });

      assertThat(engine.attempts().current()).isEmpty();
      assertThat(result).as("a normal return ends the doubt (law 12)").isEqualTo("done after all");
      assertThat(database.query("SELECT state, attempts FROM sidegate.intent"))
          .containsExactly("COMPLETED|1");
    }
  }

  private void awaitTrue(String query) {
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() -> assertThat(database.query(query)).containsExactly("t"));
  }

  private static String call(Callable<String> body) throws Exception {
    return Sidegate.effect("report")
        .key("report:{}", 7)
        .payload("everything")
        .returning(String.class)
        .call(body);
  }

  private Settings settings(String cap) {
    Properties properties = new Properties();
    properties.setProperty("sidegate.jdbc.url", database.jdbcUrl());
    properties.setProperty("sidegate.jdbc.user", database.user(TestDatabase.Login.AGENT));
    properties.setProperty("sidegate.jdbc.password", database.password(TestDatabase.Login.AGENT));
    properties.setProperty("sidegate.journal.directory", directory.toString());
    properties.setProperty("sidegate.effects.report.lease", "2s");
    properties.setProperty("sidegate.effects.report.lease-cap", cap);
    return Settings.load(properties, Map.of());
  }
}
