package dev.sidegate.operator.dev;

import dev.sidegate.engine.settings.Settings;
import dev.sidegate.operator.Fault;
import dev.sidegate.operator.database.Login;
import dev.sidegate.operator.database.Migration;
import dev.sidegate.operator.database.Target;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The database inside the server: made, migrated, and with the two logins of dev. */
final class DevDatabase {
  private static final String NAME =
      Settings.DEV_URL.substring(Settings.DEV_URL.lastIndexOf('/') + 1);

  private DevDatabase() {}

  /** What applications are given. */
  static String applicationUrl(int port) {
    return url(port, NAME) + "?user=" + DevAccess.AGENT + "&password=" + DevAccess.AGENT;
  }

  /** What the command line signs in with. */
  static Target operator(int port) {
    return new Target(url(port, NAME), DevAccess.OPERATOR, DevAccess.OPERATOR);
  }

  /** The same, in one piece. */
  static String operatorUrl(int port) {
    return url(port, NAME) + "?user=" + DevAccess.OPERATOR + "&password=" + DevAccess.OPERATOR;
  }

  /** Brings everything to this jar's version; repeating it changes nothing. */
  static Migration prepare(int port, String ownerPassword) {
    try {
      create(new Target(url(port, "postgres"), DevAccess.OWNER, ownerPassword));
      Target owner = new Target(url(port, NAME), DevAccess.OWNER, ownerPassword);
      Migration migration = Migration.run(owner);
      try (Connection connection = owner.connect();
          Statement statement = connection.createStatement()) {
        statement.execute("CREATE EXTENSION IF NOT EXISTS pg_stat_statements");
        new Login(DevAccess.AGENT, Login.Role.AGENT).makeWithPassword(connection, DevAccess.AGENT);
        new Login(DevAccess.OPERATOR, Login.Role.OPERATOR)
            .makeWithPassword(connection, DevAccess.OPERATOR);
      }
      return migration;
    } catch (SQLException failed) {
      throw Fault.refused("The dev database could not be prepared: " + failed.getMessage(), "")
          .because(failed);
    }
  }

  private static void create(Target maintenance) throws SQLException {
    try (Connection connection = maintenance.connect();
        Statement statement = connection.createStatement()) {
      boolean there;
      try (ResultSet row =
          statement.executeQuery("SELECT 1 FROM pg_database WHERE datname = '" + NAME + "'")) {
        there = row.next();
      }
      if (!there) {
        statement.execute("CREATE DATABASE " + NAME);
      }
    }
  }

  private static String url(int port, String database) {
    return Settings.DEV_URL.replaceFirst(":\\d+/.*", ":" + port + "/" + database);
  }
}
