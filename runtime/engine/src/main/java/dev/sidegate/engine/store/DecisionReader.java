package dev.sidegate.engine.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/** {@code list_decisions.sql} and {@code find_correction.sql}. */
final class DecisionReader {
  private final Query<DecisionRecord> list =
      new Query<>(
          "list_decisions",
          row ->
              new DecisionRecord(
                  row.getObject("decision", UUID.class),
                  row.getString("kind"),
                  row.getLong("seen"),
                  row.getString("receipt"),
                  row.getString("reason"),
                  row.getObject("attempts", Integer.class),
                  Snapshots.instant(row, "deadline"),
                  row.getString("payload_hash"),
                  row.getString("reconciler"),
                  Objects.requireNonNull(Snapshots.instant(row, "decided_at")),
                  row.getString("decided_by")));
  private final Query<UUID> correction =
      new Query<>("find_correction", row -> row.getObject("operation", UUID.class));

  List<DecisionRecord> list(Connection connection, UUID operation) throws SQLException {
    return list.run(connection, parameters -> parameters.object("operation", operation));
  }

  Optional<UUID> correction(Connection connection, UUID operation) throws SQLException {
    return correction
        .run(connection, parameters -> parameters.object("operation", operation))
        .stream()
        .findFirst();
  }
}
