package dev.sidegate.engine.store;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Opens connections and lets none out that failed a check.
 *
 * <p>Asks the driver itself: {@code DriverManager} belongs to the whole JVM, would load the
 * application's drivers, and the driver's own data sources go through it.
 */
final class PostgresDataSource implements DataSource {
  private final StoreSettings settings;
  private final List<ConnectionCheck> checks;
  private final String sessionName;
  private final Driver driver = new org.postgresql.Driver();

  PostgresDataSource(StoreSettings settings, List<ConnectionCheck> checks, String sessionName) {
    this.settings = settings;
    this.checks = checks;
    this.sessionName = sessionName;
  }

  @Override
  public Connection getConnection() throws SQLException {
    Connection connection = driver.connect(settings.jdbcUrl(), properties());
    if (connection == null) {
      throw new SQLException("the PostgreSQL driver does not know " + settings.server());
    }
    try {
      for (ConnectionCheck check : checks) {
        check.check(connection);
      }
      return connection;
    } catch (SQLException | RuntimeException refused) {
      connection.close();
      throw refused;
    }
  }

  private Properties properties() {
    Properties properties = new Properties();
    if (settings.user() != null) {
      properties.setProperty("user", settings.user());
    }
    if (settings.password() != null) {
      properties.setProperty("password", settings.password());
    }
    properties.setProperty("ApplicationName", sessionName);
    properties.setProperty("options", SessionSettings.of(settings).startupOptions());
    properties.setProperty("connectTimeout", seconds(settings.connectTimeout()));
    properties.setProperty("socketTimeout", seconds(settings.patience()));
    properties.setProperty("tcpKeepAlive", "true");
    // Few statements, each used for ever: named on the server from its first use.
    properties.setProperty("prepareThreshold", "1");
    // A server's detail quotes the row, and a row is nobody's business (law 13).
    properties.setProperty("logServerErrorDetail", "false");
    return properties;
  }

  private static String seconds(Duration duration) {
    return String.valueOf(duration.toSeconds());
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    throw new SQLFeatureNotSupportedException("the user is a setting");
  }

  @Override
  public @Nullable PrintWriter getLogWriter() {
    return null;
  }

  @Override
  public void setLogWriter(@Nullable PrintWriter out) {
    // Nothing is written to it.
  }

  @Override
  public void setLoginTimeout(int seconds) {
    // A login timeout costs a thread per connection; connect and socket timeout bound it already.
  }

  @Override
  public int getLoginTimeout() {
    return 0;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    throw new SQLException("wraps nothing");
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return false;
  }
}
