package dev.sidegate.engine.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Optional;

/** {@code failover_gate.sql} and {@code resume_after_failover.sql}. */
final class GateStatements {
  private final Query<FailoverGate> find =
      new Query<>(
          "failover_gate",
          row ->
              new FailoverGate(
                  row.getString("system_identifier"),
                  row.getObject("timeline", Long.class),
                  row.getBoolean("synchronous"),
                  row.getBoolean("open"),
                  row.getString("reason"),
                  Objects.requireNonNull(Snapshots.instant(row, "changed_at")),
                  row.getString("changed_by")));
  private final Query<Long> open =
      new Query<>("resume_after_failover", row -> row.getLong("sequence"));

  Optional<FailoverGate> find(Connection connection) throws SQLException {
    return find.run(connection, parameters -> {}).stream().findFirst();
  }

  /** Answers whether it was closed. */
  boolean open(Connection connection, String reason) throws SQLException {
    return !open.run(
            connection,
            parameters ->
                parameters.text("reason", reason).text("detail", AuditDetail.of("reason", reason)))
        .isEmpty();
  }
}
