package dev.sidegate.engine.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.sidegate.engine.intent.StoreUnavailableException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The pool for callers that are alone, and the way to open a connection of one's own. */
final class StoreConnections implements AutoCloseable {
  private static final String FOREIGN_CONFIGURATION = "hikaricp.configurationFile";

  private final StoreSettings settings;
  private final DataSource source;
  private final HikariDataSource pool;

  private StoreConnections(StoreSettings settings, DataSource source, HikariDataSource pool) {
    this.settings = settings;
    this.source = source;
    this.pool = pool;
  }

  /**
   * Asks for nothing yet: a database that is away is no reason not to start.
   *
   * @param last the check that each connection has to pass after the others
   * @throws StoreUnavailableException if a setting of the application would change the pool
   */
  static StoreConnections of(StoreSettings settings, ConnectionCheck last) {
    if (System.getProperty(FOREIGN_CONFIGURATION) != null) {
      throw new StoreUnavailableException(
          "the system property "
              + FOREIGN_CONFIGURATION
              + " belongs to the application's pool and would configure Sidegate's as well; give"
              + " the application's HikariConfig its file by constructor instead",
          null);
    }
    PostgresDataSource source =
        new PostgresDataSource(settings, checks(settings, last), SessionName.ofEngine());
    HikariConfig config = new HikariConfig();
    config.setPoolName("sidegate");
    config.setDataSource(source);
    config.setMaximumPoolSize(settings.poolSize());
    config.setMinimumIdle(1);
    // Short: a caller asks the pool again until its own patience ends.
    config.setConnectionTimeout(settings.connectTimeout().toMillis());
    config.setInitializationFailTimeout(-1);
    config.setThreadFactory(new StoreThreads("pool"));
    return new StoreConnections(settings, source, new HikariDataSource(config));
  }

  private static List<ConnectionCheck> checks(StoreSettings settings, ConnectionCheck last) {
    List<ConnectionCheck> checks =
        new ArrayList<>(
            List.of(
                new SessionCheck(SessionSettings.of(settings)),
                new DurabilityCheck(),
                new SchemaCheck(),
                new LoginCheck()));
    String fingerprint = settings.hmacFingerprint();
    if (fingerprint != null) {
      checks.add(new SecretCheck(fingerprint));
    }
    checks.add(last);
    return checks;
  }

  /** A connection of the pool; closing gives it back. */
  Connection borrow() throws SQLException {
    return pool.getConnection();
  }

  /** A connection for one thread alone, outside the pool. */
  Connection open() throws SQLException {
    return source.getConnection();
  }

  /** What a caller is told when the database could not be asked. */
  StoreUnavailableException unavailable(@Nullable SQLException cause) {
    return unavailable(settings, cause);
  }

  static StoreUnavailableException unavailable(
      StoreSettings settings, @Nullable SQLException cause) {
    return new StoreUnavailableException(
        "Sidegate's database at %s cannot be asked%s. Nothing runs without it; look at the server"
                .formatted(settings.server(), because(cause))
            + " and at sidegate.jdbc.url, .user and .password",
        cause);
  }

  /** The innermost reason: the pool's own message only says that it has no connection. */
  private static String because(@Nullable SQLException failure) {
    if (failure == null) {
      return " in time";
    }
    Throwable cause = failure;
    while (cause.getCause() instanceof SQLException inner) {
      cause = inner;
    }
    return ": " + cause.getMessage();
  }

  @Override
  public void close() {
    pool.close();
  }
}
