package dev.sidegate.engine.store;

import dev.sidegate.engine.intent.HoldReason;
import dev.sidegate.engine.intent.IntentSnapshot;
import dev.sidegate.engine.intent.IntentState;
import dev.sidegate.engine.intent.PayloadHash;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads the columns that every statement answers an intent with. */
final class Snapshots {
  private Snapshots() {}

  static IntentSnapshot read(ResultSet row) throws SQLException {
    return new IntentSnapshot(
        row.getObject("operation", UUID.class),
        IntentState.valueOf(row.getString("state")),
        row.getLong("version"),
        row.getInt("generation"),
        row.getInt("attempts"),
        new PayloadHash(
            row.getBytes("payload_hash"),
            row.getInt("payload_algorithm"),
            row.getString("payload_schema")),
        row.getBytes("result"),
        row.getString("receipt"),
        row.getString("failure"),
        row.getString("reason"),
        instant(row, "next_try_at"),
        hold(row));
  }

  private static @Nullable HoldReason hold(ResultSet row) throws SQLException {
    String hold = row.getString("hold");
    return hold == null ? null : HoldReason.of(hold);
  }

  static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
    OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
    return time == null ? null : time.toInstant();
  }
}
