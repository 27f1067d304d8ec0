package dev.sidegate.engine.store;

import dev.sidegate.engine.intent.Claimed;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** {@code keep_receipt.sql}. */
final class ReceiptStatement {
  private final SqlText text = SqlText.named("keep_receipt");

  /** Kept with the intent; or, and that is false, as evidence of an attempt that has lost it. */
  Boolean keep(Connection connection, Claimed claim, String receipt) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(text.jdbc())) {
      Parameters parameters =
          new Parameters(text, statement)
              .object("operation", claim.operation())
              .object("owner", claim.owner().token())
              .object("version", claim.version())
              .object("attempt", claim.attempt())
              .text("receipt", receipt)
              .text("detail", AuditDetail.of("receipt", receipt));
      try (ResultSet row = parameters.complete().executeQuery()) {
        boolean late = row.next() && row.getBoolean("late");
        CommitWarnings.refuse(statement);
        return !late;
      }
    }
  }
}
