package dev.sidegate.engine.store;

import dev.sidegate.engine.operation.Outcome;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** {@code take_outcomes.sql} and {@code end_outcome.sql}. */
final class OutcomeStatements {
  private final Query<Outcome> take =
      new Query<>(
          "take_outcomes",
          row ->
              new Outcome(
                  row.getObject("intent", UUID.class),
                  row.getString("effect"),
                  row.getLong("number"),
                  row.getInt("tries")));
  private final SqlText end = SqlText.named("end_outcome");

  List<Outcome> take(Connection connection, Collection<String> effects, int most, Duration lease)
      throws SQLException {
    return take.run(
        connection,
        parameters ->
            parameters
                .texts("effects", List.copyOf(effects), effect -> effect)
                .object("most", most)
                .object("lease_millis", lease.toMillis()));
  }

  /** Told where there is no error. */
  void end(Connection connection, Outcome outcome, @Nullable String error, Duration delay)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(end.jdbc())) {
      new Parameters(end, statement)
          .object("intent", outcome.intent())
          .object("number", outcome.number())
          .object("tries", outcome.tries())
          .text("error", error)
          .object("delay_millis", delay.toMillis())
          .complete()
          .executeUpdate();
    }
  }
}
