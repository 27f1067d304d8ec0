package dev.sidegate.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sidegate.engine.intent.StoreUnavailableException;
import dev.sidegate.engine.world.PostgresServer;
import dev.sidegate.engine.world.TestDatabase;
import dev.sidegate.engine.world.TestDatabase.Login;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseFitnessTest {
  private final TestDatabase database = PostgresServer.shared().freshDatabase();

  @AfterEach
  void forgetLoginSettings() {
    database.execute("ALTER ROLE agent RESET ALL");
  }

  @Test
  void aLoginThatDoesNotWaitForItsCommitIsRefused() {
    database.execute("ALTER ROLE agent SET synchronous_commit = off");

    assertThatThrownBy(this::open)
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("synchronous_commit is off")
        .hasMessageContaining("ALTER ROLE");
  }

  @Test
  void aDatabaseThatDoesNotWaitForItsCommitIsRefused() {
    database.execute("ALTER DATABASE " + database.name() + " SET synchronous_commit = off");

    assertThatThrownBy(this::open).hasMessageContaining("synchronous_commit is off");
  }

  @ParameterizedTest
  @ValueSource(strings = {"fsync", "full_page_writes"})
  void aServerThatMayLoseWhatItAcknowledgedIsRefused(String setting) throws IOException {
    try (EmbeddedPostgres server =
        EmbeddedPostgres.builder()
            .setServerConfig("fsync", "on")
            .setServerConfig("full_page_writes", "on")
            .setServerConfig("synchronous_commit", "on")
            .setServerConfig(setting, "off")
            .start()) {
      assertThatThrownBy(
              () ->
                  PostgresStore.open(
                      StoreSettings.of(server.getJdbcUrl("postgres", "postgres"), "postgres", "")))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining(setting + " is off");
    }
  }

  @Test
  void aLoginsOwnSettingsYieldToTheStores() {
    database.execute("ALTER ROLE agent SET default_transaction_isolation = 'serializable'");
    database.execute("ALTER ROLE agent SET client_min_messages = error");

    assertThatCode(this::open).doesNotThrowAnyException();
  }

  @Test
  void aPoolerThatDropsTheSessionsSettingsIsRefused() throws SQLException {
    try (Connection plain = database.connect(Login.AGENT)) {
      SessionCheck check = new SessionCheck(SessionSettings.of(settings(database)));

      assertThatThrownBy(() -> check.check(plain))
          .isInstanceOf(UnfitDatabaseException.class)
          .hasMessageContaining("a pooler dropped the startup options")
          .hasMessageContaining("migrate --login");
    }
  }

  @Test
  void aDatabaseWithoutTablesIsRefused() {
    TestDatabase empty = PostgresServer.shared().emptyDatabase();

    assertThatThrownBy(() -> PostgresStore.open(settings(empty)))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("java -jar sidegate.jar migrate");
  }

  @Test
  void olderTablesAreRefusedAndNewerOnesServeWhileTheySaySo() {
    version(Schema.VERSION - 1, 0);
    assertThatThrownBy(this::open).hasMessageContaining("this engine needs " + Schema.VERSION);

    version(Schema.VERSION + 1, Schema.VERSION);
    assertThatCode(this::open).doesNotThrowAnyException();

    version(Schema.VERSION + 2, Schema.VERSION + 1);
    assertThatThrownBy(this::open).hasMessageContaining("upgrade this engine");
  }

  @Test
  void theApplicationsPoolConfigurationIsRefused() {
    System.setProperty("hikaricp.configurationFile", "/somewhere.properties");
    try {
      assertThatThrownBy(this::open)
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("hikaricp.configurationFile");
    } finally {
      System.clearProperty("hikaricp.configurationFile");
    }
  }

  @Test
  void aWrongPasswordIsToldAtTheStart() {
    assertThatThrownBy(
            () -> PostgresStore.open(StoreSettings.of(database.jdbcUrl(), "nobody", "wrong")))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("sidegate.jdbc.url");
  }

  @Test
  void aUrlThatUndoesTheStoresOwnSettingsIsRefused() {
    assertThatThrownBy(
            () -> StoreSettings.of(database.jdbcUrl() + "?options=-c%20fsync=off", "a", "b"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must not set options");
  }

  @Test
  void noMessageShowsThePassword() {
    StoreSettings settings =
        StoreSettings.of(database.jdbcUrl() + "?password=secret", "agent", "hidden");

    assertThat(settings.toString()).doesNotContain("secret", "hidden");
    assertThat(settings.server()).doesNotContain("secret", "hidden");
  }

  private void version(int version, int servesFrom) {
    database.execute(
        "UPDATE sidegate.installation SET schema_version = "
            + version
            + ", serves_from = "
            + servesFrom);
  }

  private void open() {
    PostgresStore.open(settings(database)).close();
  }

  private static StoreSettings settings(TestDatabase database) {
    return StoreSettings.of(
        database.jdbcUrl(), database.user(Login.AGENT), database.password(Login.AGENT));
  }
}
