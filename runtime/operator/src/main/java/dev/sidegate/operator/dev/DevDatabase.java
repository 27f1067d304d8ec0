package dev.sidegate.operator.dev;

import dev.sidegate.engine.settings.Settings;
import dev.sidegate.operator.Fault;
import dev.sidegate.operator.database.Approver;
import dev.sidegate.operator.database.Login;
import dev.sidegate.operator.database.Migration;
import dev.sidegate.operator.database.Target;
import java.net.URI;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** The database inside the server: made, migrated, and with the two logins of dev. */
final class DevDatabase {
  /** What the settings assume where nothing else is said. */
  static final int STANDARD_PORT = standard().getPort();

  private static final String NAME = standard().getPath().substring(1);

  private DevDatabase() {}

  /** What applications sign in with. */
  static Target agent(int port) {
    return new Target(url(port, NAME), DevAccess.AGENT, DevAccess.AGENT);
  }

  /** What the command line signs in with. */
  static Target operator(int port) {
    return new Target(url(port, NAME), DevAccess.OPERATOR, DevAccess.OPERATOR);
  }

  /** Who owns the tables. */
  static Target owner(int port, String password) {
    return new Target(url(port, NAME), DevAccess.OWNER, password);
  }

  /** Brings everything to this jar's version; repeating it changes nothing. */
  static Migration prepare(int port, String ownerPassword) {
    try {
      create(new Target(url(port, "postgres"), DevAccess.OWNER, ownerPassword));
      Target owner = owner(port, ownerPassword);
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

  /** Lets logins of dev decide in roles of approvers; repeating it changes nothing. */
  static void letDecide(int port, String ownerPassword, List<Approver> approvers) {
    if (approvers.isEmpty()) {
      return;
    }
    try (Connection connection = owner(port, ownerPassword).connect()) {
      for (Approver approver : approvers) {
        approver.grant(connection);
      }
    } catch (SQLException failed) {
      throw Fault.refused("The approvers could not be prepared: " + failed.getMessage(), "")
          .because(failed);
    }
  }

  private static void create(Target maintenance) throws SQLException {
    try (Connection connection = maintenance.connect();
        PreparedStatement known =
            connection.prepareStatement("SELECT FROM pg_database WHERE datname = ?");
        Statement statement = connection.createStatement()) {
      known.setString(1, NAME);
      try (ResultSet row = known.executeQuery()) {
        if (!row.next()) {
          statement.execute("CREATE DATABASE " + statement.enquoteIdentifier(NAME, true));
        }
      }
    }
  }

  private static String url(int port, String database) {
    return "jdbc:postgresql://" + standard().getHost() + ":" + port + "/" + database;
  }

  private static URI standard() {
    return URI.create(Settings.DEV_URL.substring("jdbc:".length()));
  }
}
