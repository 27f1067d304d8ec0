package dev.sidegate.engine.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Law 1: a claim is as durable as the cluster's failover, or it is no claim. Checked per
 * connection, because {@code synchronous_commit} may be a setting of a login or a database.
 */
final class DurabilityCheck implements ConnectionCheck {
  @Override
  public void check(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                """
                SELECT current_setting('fsync') AS fsync,
                  current_setting('full_page_writes') AS full_page_writes,
                  current_setting('synchronous_commit') AS synchronous_commit,
                  current_setting('synchronous_standby_names') AS standbys
                """)) {
      row.next();
      if (row.getString("fsync").equals("off")) {
        throw lost("fsync", "off", "set fsync = on in postgresql.conf and restart the server");
      }
      if (row.getString("full_page_writes").equals("off")) {
        throw lost("full_page_writes", "off", "set full_page_writes = on and reload the server");
      }
      String synchronousCommit = row.getString("synchronous_commit");
      boolean standbysIgnored =
          synchronousCommit.equals("local") && !row.getString("standbys").isEmpty();
      if (synchronousCommit.equals("off") || standbysIgnored) {
        throw lost(
            "synchronous_commit",
            synchronousCommit,
            "set it to on, for the server and for this login (ALTER ROLE … RESET"
                + " synchronous_commit)");
      }
    }
  }

  private static UnfitDatabaseException lost(String setting, String value, String remedy) {
    return new UnfitDatabaseException(
        "%s is %s: a claim could be lost after it was acknowledged, and its effect run twice; %s"
            .formatted(setting, value, remedy));
  }
}
