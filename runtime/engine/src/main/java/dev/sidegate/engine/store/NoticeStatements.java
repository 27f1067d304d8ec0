package dev.sidegate.engine.store;

import dev.sidegate.engine.approval.LinkToken;
import dev.sidegate.engine.key.ShownKey;
import dev.sidegate.engine.notify.Notice;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** {@code claim_notices.sql}, {@code settle_notice.sql} and {@code put_token.sql}. */
final class NoticeStatements {
  private final Query<Notice> claim = new Query<>("claim_notices", NoticeStatements::notice);
  private final SqlText settle = SqlText.named("settle_notice");
  private final Query<Boolean> put = new Query<>("put_token", row -> row.getBoolean("kept"));

  List<Notice> take(Connection connection, Collection<String> channels, int most, Duration lease)
      throws SQLException {
    return claim.run(
        connection,
        parameters ->
            parameters
                .texts("channels", List.copyOf(channels), channel -> channel)
                .object("most", most)
                .object("lease_millis", lease.toMillis()));
  }

  void told(Connection connection, Notice notice) throws SQLException {
    settle(connection, notice, "SENT", null, Duration.ZERO);
  }

  void failed(Connection connection, Notice notice, String error, Duration delay)
      throws SQLException {
    settle(connection, notice, "PENDING", error, delay);
  }

  boolean keep(Connection connection, UUID approval, String approver, LinkToken token)
      throws SQLException {
    return put.run(
            connection,
            parameters ->
                parameters
                    .object("approval", approval)
                    .text("approver", approver)
                    .object("hash", token.sha256()))
        .get(0);
  }

  private void settle(
      Connection connection, Notice notice, String state, @Nullable String error, Duration delay)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(settle.jdbc())) {
      new Parameters(settle, statement)
          .object("approval", notice.approval())
          .text("kind", notice.kind().name())
          .text("channel", notice.channel())
          .text("state", state)
          .object("delay_millis", delay.toMillis())
          .text("error", error)
          .complete()
          .executeUpdate();
    }
  }

  private static Notice notice(ResultSet row) throws SQLException {
    Map<String, String> facts = AuditDetail.read(row.getString("facts"));
    return new Notice(
        row.getObject("approval", UUID.class),
        row.getObject("operation", UUID.class),
        Notice.Kind.valueOf(row.getString("kind")),
        row.getString("channel"),
        row.getString("role"),
        row.getInt("tries"),
        row.getString("effect"),
        row.getString("scope"),
        ShownKey.of(row.getString("key")),
        facts.get("owner"),
        row.getString("requester"),
        time(row, "asked_at"),
        time(row, "expires_at"),
        row.getString("state"),
        row.getString("decided_by"),
        row.getString("reason"));
  }

  private static Instant time(ResultSet row, String column) throws SQLException {
    return Objects.requireNonNull(Snapshots.instant(row, column), column);
  }
}
