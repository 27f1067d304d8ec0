package dev.sidegate.benchmarks;

import dev.sidegate.engine.settings.Settings;
import dev.sidegate.engine.store.Schema;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.flywaydb.core.Flyway;

/** A migrated database with a login for applications. */
record GuardedDatabase(String url) {
  static final String USER = "benchmark";
  static final String PASSWORD = "benchmark";
  private static final String OWNER = "postgres";

  static GuardedDatabase on(Server server, String name) throws SQLException {
    GuardedDatabase database = new GuardedDatabase(server.database(name));
    Flyway.configure()
        .dataSource(database.url, OWNER, "")
        .schemas(Schema.NAME)
        .table(Schema.MIGRATION_TABLE)
        .locations(Schema.MIGRATIONS)
        .load()
        .migrate();
    database.execute(
        """
        DO $$ BEGIN
          IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '%1$s') THEN
            CREATE ROLE %1$s LOGIN PASSWORD '%2$s' IN ROLE sidegate_agent;
          END IF;
        END $$;
        """
            .formatted(USER, PASSWORD));
    return database;
  }

  Settings settings() {
    return Settings.of(url, USER, PASSWORD);
  }

  void execute(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url, OWNER, "");
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
