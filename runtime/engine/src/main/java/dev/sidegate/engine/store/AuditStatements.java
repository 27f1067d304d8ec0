package dev.sidegate.engine.store;

import dev.sidegate.engine.audit.ProcessEvent;
import dev.sidegate.engine.audit.ProcessEvents;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** {@code record_process.sql}. */
final class AuditStatements {
  private final SqlText record = SqlText.named("record_process");

  /** Writes a process's next events; false if the chain's earlier ones are not there. */
  Boolean record(Connection connection, ProcessEvents events) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(record.jdbc())) {
      new Parameters(record, statement)
          .object("chain", events.chain())
          .object("written", events.written())
          .texts("kinds", events.events(), ProcessEvent::kind)
          .texts("details", events.events(), event -> AuditDetail.of(event.detail()))
          .complete();
      boolean written;
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        written = row.getBoolean("written");
      }
      CommitWarnings.refuse(statement);
      return written;
    }
  }
}
