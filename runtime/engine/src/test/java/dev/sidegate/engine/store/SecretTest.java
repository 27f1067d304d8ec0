package dev.sidegate.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sidegate.engine.intent.StoreUnavailableException;
import dev.sidegate.engine.world.PostgresServer;
import dev.sidegate.engine.world.TestDatabase;
import dev.sidegate.engine.world.TestDatabase.Login;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** One installation, one HMAC secret: with another one finished effects would run again. */
class SecretTest {
  private final TestDatabase database = PostgresServer.shared().freshDatabase();

  @Test
  void anEngineWithAnotherSecretIsRefused() {
    PostgresStore.open(settings().withHmacFingerprint("first")).close();
    PostgresStore.open(settings().withHmacFingerprint("first")).close();
    PostgresStore.open(settings()).close();

    assertThatThrownBy(() -> PostgresStore.open(settings().withHmacFingerprint("second")).close())
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("sidegate.hmac.key-file has second");
    assertThat(database.query("SELECT hmac_fingerprint FROM sidegate.installation"))
        .containsExactly("first");
  }

  @Test
  void theAgentsRoleCannotWriteItItself() throws SQLException {
    try (Connection connection = database.connect(Login.AGENT);
        Statement statement = connection.createStatement()) {
      assertThatThrownBy(
              () -> statement.execute("UPDATE sidegate.installation SET hmac_fingerprint = 'mine'"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("permission denied");
    }
  }

  private StoreSettings settings() {
    return StoreSettings.of(
        database.jdbcUrl(), database.user(Login.AGENT), database.password(Login.AGENT));
  }
}
