package dev.sidegate.benchmarks;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A PostgreSQL of this run alone, as durable as one in production. */
final class Server implements AutoCloseable {
  private final EmbeddedPostgres postgres;
  private final Path directory;

  private Server(EmbeddedPostgres postgres, Path directory) {
    this.postgres = postgres;
    this.directory = directory;
  }

  static Server start() throws IOException {
    Path directory = Files.createTempDirectory("sidegate-benchmarks");
    EmbeddedPostgres postgres =
        EmbeddedPostgres.builder()
            .setDataDirectory(directory.resolve("data"))
            .setCleanDataDirectory(true)
            .setServerConfig("fsync", "on")
            .setServerConfig("synchronous_commit", "on")
            .setServerConfig("full_page_writes", "on")
            .setServerConfig("max_connections", "400")
            .setServerConfig("shared_buffers", "512MB")
            .setServerConfig("max_wal_size", "8GB")
            .setServerConfig("checkpoint_timeout", "30min")
            .setServerConfig("shared_preload_libraries", "pg_stat_statements")
            .start();
    return new Server(postgres, directory);
  }

  Path directory() {
    return directory;
  }

  /** Makes an empty database and gives its URL. */
  String database(String name) throws SQLException {
    execute("CREATE DATABASE " + name);
    return postgres.getJdbcUrl("postgres", name);
  }

  /** Writes what is dirty now, so that it is not written during a measurement. */
  void checkpoint() throws SQLException {
    execute("CHECKPOINT");
  }

  String version() throws SQLException {
    try (Connection connection = postgres.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SHOW server_version")) {
      row.next();
      return row.getString(1);
    }
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = postgres.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() throws IOException {
    postgres.close();
    Files.deleteIfExists(directory);
  }
}
