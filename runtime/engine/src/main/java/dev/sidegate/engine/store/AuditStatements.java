package dev.sidegate.engine.store;

import dev.sidegate.engine.audit.AuditStore.Sealed;
import dev.sidegate.engine.audit.ProcessEvent;
import dev.sidegate.engine.audit.ProcessEvents;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;

/** {@code record_process.sql} and {@code seal_audit.sql}. */
final class AuditStatements {
  /** Events that one anchor looks at: some tenths of a second. */
  private static final int MOST_EVENTS = 50_000;

  private final SqlText record = SqlText.named("record_process");
  private final SqlText seal = SqlText.named("seal_audit");

  /** Writes a process's next events; false if the chain's earlier ones are not there. */
  Boolean record(Connection connection, ProcessEvents events) throws SQLException {
    return one(
        connection,
        record,
        parameters ->
            parameters
                .object("chain", events.chain())
                .object("written", events.written())
                .texts("kinds", events.events(), ProcessEvent::kind)
                .texts("details", events.events(), event -> AuditDetail.of(event.detail())),
        row -> row.getBoolean("written"));
  }

  /** Makes an anchor, if the last one is older than the pause. */
  Sealed seal(Connection connection, Duration pause) throws SQLException {
    return one(
        connection,
        seal,
        parameters ->
            parameters.object("pause_millis", pause.toMillis()).object("most", MOST_EVENTS),
        row -> new Sealed(row.getLong("anchor"), row.getLong("sealed"), row.getBoolean("more")));
  }

  /** A statement that commits, and one row that it answers. */
  static <A> A one(Connection connection, SqlText text, Query.Binding binding, Query.Row<A> read)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(text.jdbc())) {
      Parameters parameters = new Parameters(text, statement);
      binding.bind(parameters);
      A answer;
      try (ResultSet row = parameters.complete().executeQuery()) {
        row.next();
        answer = read.read(row);
      }
      CommitWarnings.refuse(statement);
      return answer;
    }
  }
}
