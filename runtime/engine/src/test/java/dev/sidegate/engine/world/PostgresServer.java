package dev.sidegate.engine.world;

import dev.sidegate.engine.store.Schema;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.flywaydb.core.Flyway;

/**
 * A real PostgreSQL, as durable as in production, started once per JVM. Each {@link #freshDatabase}
 * is migrated and empty.
 */
public final class PostgresServer {
  private static final String TEMPLATE = "sidegate_template";
  private static final AtomicInteger DATABASES = new AtomicInteger();

  private final EmbeddedPostgres server;

  private PostgresServer(EmbeddedPostgres server) {
    this.server = server;
  }

  /** The server of this JVM; ends with it. */
  public static PostgresServer shared() {
    return Shared.SERVER;
  }

  /** A migrated database of its own, with logins for each role. */
  public TestDatabase freshDatabase() {
    String name = "sidegate_" + DATABASES.incrementAndGet();
    execute("postgres", "CREATE DATABASE " + name + " TEMPLATE " + TEMPLATE);
    return new TestDatabase(server.getPort(), name);
  }

  /** A database without anything in it. */
  public TestDatabase emptyDatabase() {
    String name = "empty_" + DATABASES.incrementAndGet();
    execute("postgres", "CREATE DATABASE " + name);
    return new TestDatabase(server.getPort(), name);
  }

  /** Where PostgreSQL's own programs were unpacked. */
  static Path programs() {
    Path data =
        Path.of(
            new TestDatabase(shared().server.getPort(), "postgres")
                .query("SHOW data_directory")
                .get(0));
    try {
      long pid = Long.parseLong(Files.readAllLines(data.resolve("postmaster.pid")).get(0).strip());
      String postgres = ProcessHandle.of(pid).orElseThrow().info().command().orElseThrow();
      return Objects.requireNonNull(Path.of(postgres).getParent());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void prepare() {
    execute("postgres", "CREATE DATABASE " + TEMPLATE);
    migrate(new TestDatabase(server.getPort(), TEMPLATE));
    createLogins(new TestDatabase(server.getPort(), "postgres"));
    execute(TEMPLATE, "CREATE EXTENSION pg_stat_statements");
  }

  /** A login for each role; the migrations made the roles. */
  static void createLogins(TestDatabase database) {
    for (TestDatabase.Login login : TestDatabase.Login.values()) {
      if (login != TestDatabase.Login.OWNER) {
        database.execute(
            "CREATE ROLE %s LOGIN PASSWORD '%s' IN ROLE %s"
                .formatted(login.user(), TestDatabase.PASSWORD, login.role()));
      }
    }
  }

  /** Runs the migrations, as the operator does. */
  public static void migrate(TestDatabase database) {
    Flyway.configure()
        .dataSource(database.jdbcUrl(), database.user(TestDatabase.Login.OWNER), "")
        .schemas(Schema.NAME)
        .table(Schema.MIGRATION_TABLE)
        .locations(Schema.MIGRATIONS)
        .load()
        .migrate();
  }

  private void execute(String database, String sql) {
    try (Connection connection =
            DriverManager.getConnection(
                new TestDatabase(server.getPort(), database).jdbcUrl(), "postgres", "");
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  private static PostgresServer start() {
    try {
      Path data = Files.createTempDirectory("sidegate-postgres");
      ServerEnd.withTheJvm(data);
      // The library turns durability off for speed. What is proven here is proven with it on.
      PostgresServer started =
          new PostgresServer(
              EmbeddedPostgres.builder()
                  .setDataDirectory(data)
                  .setRegisterShutdownHook(false)
                  .setServerConfig("fsync", "on")
                  .setServerConfig("synchronous_commit", "on")
                  .setServerConfig("full_page_writes", "on")
                  .setServerConfig("shared_preload_libraries", "pg_stat_statements")
                  .setServerConfig("track_io_timing", "off")
                  .setPGStartupWait(Duration.ofSeconds(60))
                  .start());
      started.prepare();
      return started;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class Shared {
    static final PostgresServer SERVER = start();
  }
}
