package dev.sidegate.engine.store;

import dev.sidegate.engine.audit.AuditLine;
import dev.sidegate.engine.audit.AuditStore.Sealed;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;

/** What people do with the audit: read it, seal it, and let go of what is old enough. */
final class AuditDesk {
  /** Operations that one step of pruning looks at. */
  static final int STEP = 500;

  private static final UUID BEFORE_ALL = new UUID(0, 0);

  private final AuditReader reader = new AuditReader();
  private final AuditStatements statements = new AuditStatements();
  private final SqlText prune = SqlText.named("prune");

  void read(Connection connection, Consumer<AuditLine> to) throws SQLException {
    reader.read(connection, to);
  }

  Sealed seal(Connection connection) throws SQLException {
    return statements.seal(connection, Duration.ZERO);
  }

  Pruned prune(Connection connection, Retention retention, UUID after, boolean dry)
      throws SQLException {
    List<Map.Entry<String, Duration>> effects = new ArrayList<>(retention.byEffect().entrySet());
    return AuditStatements.one(
        connection,
        prune,
        parameters ->
            parameters
                .object("after", after)
                .object("examine", STEP)
                .text("effect", retention.effect())
                .texts("effects", effects, Map.Entry::getKey)
                .longs("retention_millis", effects, effect -> effect.getValue().toMillis())
                .object("otherwise_millis", retention.otherwise().toMillis())
                .object("dry", dry),
        row ->
            new Pruned(
                Objects.requireNonNullElse(row.getObject("last", UUID.class), BEFORE_ALL),
                row.getInt("examined"),
                row.getInt("intents"),
                row.getInt("processes")));
  }
}
