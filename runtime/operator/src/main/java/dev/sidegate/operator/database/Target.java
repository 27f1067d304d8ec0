package dev.sidegate.operator.database;

import dev.sidegate.operator.Fault;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * A database that a command talks to.
 *
 * @param url its JDBC URL
 * @param user the login; null if the URL names it
 * @param password its password; null if the URL names it or none is needed; never printed
 */
public record Target(String url, @Nullable String user, @Nullable String password) {

  /**
   * Signs in.
   *
   * @throws Fault if nobody answers there, or the login is refused
   */
  public Connection connect() {
    if (!url.startsWith("jdbc:postgresql:")) {
      throw DatabaseFaults.noPostgres(this);
    }
    Properties properties = new Properties();
    properties.setProperty("ApplicationName", "sidegate");
    properties.setProperty("connectTimeout", "10");
    if (user != null) {
      properties.setProperty("user", user);
    }
    if (password != null) {
      properties.setProperty("password", password);
    }
    try {
      return DriverManager.getConnection(url, properties);
    } catch (SQLException refused) {
      throw DatabaseFaults.of(this, refused);
    }
  }

  /** Where it is, without what stands behind the question mark: that may hold a password. */
  public String place() {
    return url.replaceFirst("\\?.*", "");
  }

  /** In one piece, for printing a login that is no secret. */
  public String urlWithLogin() {
    return url + "?user=" + user + "&password=" + password;
  }

  /** Without the password. */
  @Override
  public String toString() {
    return place() + (user == null ? "" : " as " + user);
  }
}
