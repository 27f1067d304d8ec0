package dev.sidegate.engine.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The tables are there, in a version that serves this engine. Migrating is the operator's work. */
final class SchemaCheck implements ConnectionCheck {
  @Override
  public void check(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT schema_version, serves_from FROM sidegate.installation")) {
      if (!row.next()) {
        throw unfit("is empty", "run: java -jar sidegate.jar migrate");
      }
      int version = row.getInt("schema_version");
      if (version < Schema.VERSION) {
        throw unfit(
            "has version " + version + ", this engine needs " + Schema.VERSION,
            "run: java -jar sidegate.jar migrate");
      }
      if (row.getInt("serves_from") > Schema.VERSION) {
        throw unfit(
            "has version " + version + " and no longer serves engines of version " + Schema.VERSION,
            "upgrade this engine");
      }
    } catch (SQLException e) {
      if (SqlFailure.of(e) == SqlFailure.NO_TABLES) {
        throw unfit("is missing or not granted", "run: java -jar sidegate.jar migrate");
      }
      throw e;
    }
  }

  private static UnfitDatabaseException unfit(String what, String remedy) {
    return new UnfitDatabaseException("the schema sidegate " + what + "; " + remedy);
  }
}
