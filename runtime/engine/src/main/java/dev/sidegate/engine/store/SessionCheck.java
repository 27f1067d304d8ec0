package dev.sidegate.engine.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/** A pooler in between may drop what a connection asks for at its start; then it is refused. */
record SessionCheck(SessionSettings wanted) implements ConnectionCheck {

  @Override
  public void check(Connection connection) throws SQLException {
    Map<String, String> actual = read(connection);
    for (Map.Entry<String, String> setting : wanted.values().entrySet()) {
      String value = actual.get(setting.getKey());
      if (!setting.getValue().equals(value)) {
        throw new UnfitDatabaseException(
            "the session's %s is %s and has to be %s: a pooler dropped the startup options. Let it"
                    .formatted(setting.getKey(), value, setting.getValue())
                + " pass them on, or make them settings of the login (migrate --login NAME)");
      }
    }
  }

  private Map<String, String> read(Connection connection) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT name, setting FROM pg_catalog.pg_settings WHERE name = ANY (?)")) {
      statement.setArray(1, connection.createArrayOf("text", wanted.values().keySet().toArray()));
      Map<String, String> actual = new HashMap<>();
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          actual.put(rows.getString("name"), rows.getString("setting"));
        }
      }
      return actual;
    }
  }
}
