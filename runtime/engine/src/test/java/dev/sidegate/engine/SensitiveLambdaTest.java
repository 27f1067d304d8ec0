package dev.sidegate.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sidegate.EffectUnavailableException;
import dev.sidegate.OutcomeUnknownException;
import dev.sidegate.Sensitive;
import dev.sidegate.Sidegate;
import dev.sidegate.engine.settings.Settings;
import dev.sidegate.engine.world.PostgresServer;
import dev.sidegate.engine.world.TestDatabase;
import dev.sidegate.engine.world.TestDatabase.Login;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nobody tells a lambda's effect that its values are sensitive; their types do (law 13). */
@SuppressWarnings("try") // the engine only has to be there
class SensitiveLambdaTest {
  private static final String NUMBER = "4929123456781234";

  @TempDir private Path directory;

  private final TestDatabase database = PostgresServer.shared().freshDatabase();

  record Card(String holder, @Sensitive String number) {}

  @Test
  void withoutAKeyItIsRefusedEvenWhereTheHmacIsThere() throws IOException {
    Properties properties = properties();
    properties.setProperty("sidegate.hmac.key-file", secret("hmac", "").toString());
    try (Engine engine = Engine.install(Settings.load(properties, Map.of()))) {
      assertThatThrownBy(() -> charge(() -> "never"))
          .isInstanceOfSatisfying(
              EffectUnavailableException.class,
              refused -> assertThat(refused.reason()).contains("sidegate.encryption.key-file"));
    }
    assertThat(database.query("SELECT count(*) FROM sidegate.intent")).containsExactly("0");
  }

  @Test
  void theTextOfItsBodysExceptionIsNotKept() throws IOException {
    Properties properties = properties();
    properties.setProperty("sidegate.hmac.key-file", secret("hmac", "").toString());
    properties.setProperty("sidegate.encryption.key-file", secret("keys", "k1:").toString());
    try (Engine engine = Engine.install(Settings.load(properties, Map.of()))) {
      assertThatThrownBy(
              () ->
                  charge(
                      () -> {
                        throw new IOException("declined: " + NUMBER);
                      }))
          .isInstanceOf(OutcomeUnknownException.class);
    }
    assertThat(
            database.query(
                "SELECT a.failure, a.message, get_byte(payload, 0) FROM sidegate.intent i"
                    + " JOIN sidegate.attempt a ON a.intent = i.operation"))
        .containsExactly("java.io.IOException|null|2");
  }

  private static String charge(Callable<String> body) throws Exception {
    return Sidegate.effect("charge")
        .key("charge:{}", "A7")
        .payload(new Card("A. Smith", NUMBER))
        .returning(String.class)
        .call(body);
  }

  private Path secret(String name, String id) throws IOException {
    Path file =
        Files.createFile(
            directory.resolve(name),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    return Files.writeString(file, id + Base64.getEncoder().encodeToString(new byte[32]) + "\n");
  }

  private Properties properties() {
    Properties properties = new Properties();
    properties.setProperty("sidegate.jdbc.url", database.jdbcUrl());
    properties.setProperty("sidegate.jdbc.user", database.user(Login.AGENT));
    properties.setProperty("sidegate.jdbc.password", database.password(Login.AGENT));
    properties.setProperty("sidegate.journal.directory", directory.toString());
    return properties;
  }
}
