package dev.sidegate.engine.store;

import dev.sidegate.engine.failover.RecentClaim;
import dev.sidegate.engine.failover.ServerSight;
import dev.sidegate.engine.intent.ClaimRequest;
import dev.sidegate.engine.intent.Claimed;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * {@code look_at_server.sql}, {@code server_changed.sql}, {@code lost_claims.sql} and {@code
 * reassert.sql}.
 */
final class FailoverStatements {
  private final Query<ServerSight> look = new Query<>("look_at_server", FailoverStatements::sight);
  private final Query<Boolean> changed =
      new Query<>("server_changed", row -> row.getBoolean("closed"));
  private final Query<Trace> lost =
      new Query<>(
          "lost_claims",
          row ->
              row.getBoolean("lost")
                  ? Trace.LOST
                  : row.getBoolean("ended") ? Trace.ENDED : Trace.WITHOUT_END);
  private final Query<Reassertion> reassert =
      new Query<>(
          "reassert",
          row ->
              new Reassertion(
                  Verdict.valueOf(row.getString("verdict")),
                  row.getObject("standing", UUID.class)));

  ServerSight look(Connection connection) throws SQLException {
    return look.run(connection, parameters -> {}).get(0);
  }

  /** Keeps the new server; answers whether the switch for failovers is closed now. */
  boolean changed(Connection connection, String why, boolean verified) throws SQLException {
    return changed
        .run(connection, parameters -> parameters.text("why", why).object("verified", verified))
        .get(0);
  }

  /** What the database has of each claim, in their order. */
  List<Trace> traces(Connection connection, List<RecentClaim> claims) throws SQLException {
    return lost.run(
        connection,
        parameters ->
            parameters
                .uuids("operations", claims, recent -> recent.claim().operation())
                .integers("attempts", claims, recent -> recent.claim().attempt())
                .uuids("owners", claims, recent -> recent.claim().owner().token()));
  }

  Reassertion reassert(Connection connection, RecentClaim recent, long nowNanos)
      throws SQLException {
    Claimed claim = recent.claim();
    ClaimRequest request = recent.request();
    Duration keyedFor = request.promise().keyedFor();
    return reassert
        .run(
            connection,
            parameters ->
                parameters
                    .object("operation", claim.operation())
                    .text("scope", claim.key().scope())
                    .text("effect", claim.key().effect())
                    .text("key", claim.key().key())
                    .object("generation", claim.generation())
                    .object("attempt", claim.attempt())
                    .object("owner", claim.owner().token())
                    .object("millis", (nowNanos - recent.claimedNanos()) / 1_000_000)
                    .object("hash", request.payload().hash().digest())
                    .object("algorithm", request.payload().hash().algorithm())
                    .text("schema", request.payload().hash().schema())
                    .object("payload", request.payload().stored())
                    .object("policy_version", request.policyVersion())
                    .object("max_attempts", request.budget().maxAttempts())
                    .object("deadline", OffsetDateTime.ofInstant(claim.deadline(), ZoneOffset.UTC))
                    .text("detail", AuditDetail.of(request.context().values()))
                    .object("keyed_millis", keyedFor == null ? null : keyedFor.toMillis())
                    .object("idempotent", request.promise().idempotent())
                    .text("reconciler", request.reconciler())
                    .object("settle_delay_millis", request.settleDelay().toMillis())
                    .object("watched", request.watched()))
        .get(0);
  }

  private static ServerSight sight(ResultSet row) throws SQLException {
    return new ServerSight(
        row.getString("system_identifier"),
        row.getObject("timeline", Long.class),
        row.getObject("wal_position", Long.class),
        Objects.requireNonNull(Snapshots.instant(row, "started_at")),
        row.getObject("installation", UUID.class),
        row.getBoolean("synchronous"),
        new ServerSight.Known(
            row.getBoolean("known"),
            row.getString("known_system_identifier"),
            row.getObject("known_timeline", Long.class)));
  }

  /** What the database has of a claim. */
  enum Trace {
    /** Nothing. */
    LOST,
    /** The attempt, not its end; or its end as doubt. */
    WITHOUT_END,
    /** The attempt and its end. */
    ENDED
  }

  /** What became of asserting a claim again. */
  enum Verdict {
    /** The database has it. */
    KNOWN,
    /** The database has it again, as doubt. */
    REASSERTED,
    /** Another operation, or another attempt of it, stands for its key. */
    TAKEN,
    /** What came before it has to be asserted first, perhaps by another process. */
    LATER
  }

  /**
   * One claim asserted again.
   *
   * @param standing the operation that took its place; null if none did
   */
  record Reassertion(Verdict verdict, @Nullable UUID standing) {}
}
