package dev.sidegate.engine.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * This engine's HMAC secret is the installation's. With another one the same values would give
 * another key, and every finished effect would be a new wish. The first engine with a secret leaves
 * its fingerprint; it is never changed.
 */
final class SecretCheck implements ConnectionCheck {
  private final String fingerprint;

  SecretCheck(String fingerprint) {
    this.fingerprint = fingerprint;
  }

  @Override
  public void check(Connection connection) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("SELECT sidegate.hmac_fingerprint(?)")) {
      statement.setString(1, fingerprint);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        String known = row.getString(1);
        if (!fingerprint.equals(known)) {
          throw new UnfitDatabaseException(
              "this installation's HMAC secret has the fingerprint "
                  + known
                  + ", the one in sidegate.hmac.key-file has "
                  + fingerprint
                  + "; with another secret finished effects would run again, so use the"
                  + " installation's");
        }
      }
    }
  }
}
