package dev.sidegate.engine.store;

import dev.sidegate.engine.intent.Claimed;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** {@code confirm_claim.sql}. */
final class ClaimConfirmation {
  private final SqlText text = SqlText.named("confirm_claim");

  /** The attempt's number; empty if it does not run any more. */
  List<Integer> confirm(Connection connection, Claimed claim) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(text.jdbc())) {
      new Parameters(text, statement)
          .object("operation", claim.operation())
          .object("number", claim.attempt())
          .object("owner", claim.owner().token())
          .complete();
      try (ResultSet row = statement.executeQuery()) {
        List<Integer> confirmed = row.next() ? List.of(row.getInt("number")) : List.of();
        CommitWarnings.refuse(statement);
        return confirmed;
      }
    }
  }
}
