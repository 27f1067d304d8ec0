package dev.sidegate.engine.store;

import dev.sidegate.engine.intent.IntentKey;
import dev.sidegate.engine.operation.FoundOperation;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;

/** {@code operation_status.sql}. */
final class OperationStatement {
  private final Query<FoundOperation> status =
      new Query<>("operation_status", OperationStatement::found);

  Map<UUID, FoundOperation> find(Connection connection, List<UUID> ids) throws SQLException {
    Map<UUID, FoundOperation> found = new HashMap<>();
    status
        .run(connection, parameters -> parameters.uuids("ids", ids, Function.identity()))
        .forEach(operation -> found.put(operation.asked(), operation));
    return found;
  }

  private static FoundOperation found(ResultSet row) throws SQLException {
    UUID asked = row.getObject("asked", UUID.class);
    IntentKey key =
        new IntentKey(row.getString("scope"), row.getString("effect"), row.getString("key"));
    return row.getString("state") == null
        ? new FoundOperation.Requested(
            asked,
            key,
            FoundOperation.Requested.State.valueOf(row.getString("request_state")),
            row.getString("request_reason"))
        : new FoundOperation.OfIntent(asked, key, Snapshots.read(row));
  }
}
