package dev.sidegate.operator.database;

import dev.sidegate.engine.store.Schema;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Map;

/**
 * A login that works on Sidegate's tables. What it may do comes from its group role; isolation,
 * timeouts and plans are settings of the login itself, because members do not inherit them.
 *
 * @param name the login
 * @param role its group
 */
public record Login(String name, Role role) {

  /** The group roles that a login can be put into. */
  public enum Role {
    /** Claims and settles: applications. */
    AGENT,
    /** Looks and decides: people. */
    OPERATOR,
    /** Looks. */
    READER;

    /** As it is typed and shown. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }

    String group() {
      return "sidegate_" + this;
    }
  }

  /** People look longer and wait longer than applications do. */
  private static final Map<String, String> OF_PEOPLE =
      Map.of(
          "default_transaction_isolation", "read committed",
          "statement_timeout", "30s",
          "lock_timeout", "5s",
          "idle_in_transaction_session_timeout", "60s");

  /** Whether it owns the schema or is a superuser: then the walls between roles do not hold. */
  public boolean standsAboveTheWalls(Connection owner) throws SQLException {
    try (PreparedStatement statement =
        owner.prepareStatement(
            """
            SELECT r.rolsuper OR pg_has_role(r.oid, n.nspowner, 'MEMBER')
            FROM pg_roles r, pg_namespace n
            WHERE r.rolname = ? AND n.nspname = 'sidegate'
            """)) {
      statement.setString(1, name);
      try (ResultSet row = statement.executeQuery()) {
        return row.next() && row.getBoolean(1);
      }
    }
  }

  /** Whether PostgreSQL knows it. */
  public boolean exists(Connection owner) throws SQLException {
    try (PreparedStatement statement =
        owner.prepareStatement("SELECT 1 FROM pg_roles WHERE rolname = ?")) {
      statement.setString(1, name);
      try (ResultSet row = statement.executeQuery()) {
        return row.next();
      }
    }
  }

  /** Makes it if it is not there, then grants the group and sets the settings. */
  public void makeWithPassword(Connection owner, String password) throws SQLException {
    if (!exists(owner)) {
      try (Statement statement = owner.createStatement()) {
        statement.execute(
            "CREATE ROLE "
                + statement.enquoteIdentifier(name, true)
                + " LOGIN PASSWORD "
                + statement.enquoteLiteral(password));
      }
    }
    grant(owner);
  }

  /** Grants the group and sets the settings. Repeating it changes nothing. */
  public void grant(Connection owner) throws SQLException {
    try (Statement statement = owner.createStatement()) {
      String login = statement.enquoteIdentifier(name, true);
      statement.execute("GRANT " + role.group() + " TO " + login);
      set(statement, name, role == Role.AGENT ? Schema.loginSettings() : OF_PEOPLE);
    }
  }

  /** Sets what a person's login is set to. */
  static void setForPeople(Statement owner, String login) throws SQLException {
    set(owner, login, OF_PEOPLE);
  }

  private static void set(Statement owner, String login, Map<String, String> settings)
      throws SQLException {
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      owner.execute(
          "ALTER ROLE "
              + owner.enquoteIdentifier(login, true)
              + " SET "
              + setting.getKey()
              + " = "
              + owner.enquoteLiteral(setting.getValue()));
    }
  }
}
