package dev.sidegate.engine.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Optional;

/** {@code find_policy.sql} and {@code accept_policy.sql}. */
final class PolicyStatements {
  private final Query<PolicyRecord> find =
      new Query<>(
          "find_policy",
          row ->
              new PolicyRecord(
                  row.getString("effect"),
                  row.getString("owner"),
                  row.getString("policy"),
                  row.getInt("version"),
                  Objects.requireNonNull(Snapshots.instant(row, "accepted_at")),
                  row.getString("accepted_by"),
                  row.getString("proposed_policy"),
                  Snapshots.instant(row, "proposed_at"),
                  row.getString("proposed_by")));
  private final Query<String> accept =
      new Query<>("accept_policy", row -> row.getString("verdict"));

  Optional<PolicyRecord> find(Connection connection, String effect) throws SQLException {
    return find.run(connection, parameters -> parameters.text("effect", effect)).stream()
        .findFirst();
  }

  /** Answers whether it was the one that waits. */
  boolean accept(Connection connection, String effect, String seen) throws SQLException {
    return accept
        .run(connection, parameters -> parameters.text("effect", effect).text("seen", seen))
        .get(0)
        .equals("ACCEPTED");
  }
}
