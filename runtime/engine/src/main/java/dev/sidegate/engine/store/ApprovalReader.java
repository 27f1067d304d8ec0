package dev.sidegate.engine.store;

import dev.sidegate.ApprovalMode;
import dev.sidegate.engine.approval.ApprovalRecord;
import dev.sidegate.engine.approval.Asked;
import dev.sidegate.engine.approval.CastVote;
import dev.sidegate.engine.intent.IntentKey;
import dev.sidegate.engine.intent.IntentState;
import dev.sidegate.engine.intent.Payload;
import dev.sidegate.engine.intent.PayloadHash;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/** Reads questions for people. Every role may. */
final class ApprovalReader {
  private final Query<Asked> asked = new Query<>("find_approval", ApprovalReader::asked);
  private final Query<CastVote> votes = new Query<>("list_votes", ApprovalReader::vote);

  Optional<Asked> find(Connection connection, UUID operation) throws SQLException {
    List<Asked> found =
        asked.run(connection, parameters -> parameters.object("operation", operation));
    if (found.isEmpty()) {
      return Optional.empty();
    }
    Asked one = found.get(0);
    return Optional.of(
        withVotes(
            one,
            votes.run(
                connection, parameters -> parameters.object("approval", one.approval().id()))));
  }

  private static Asked withVotes(Asked asked, List<CastVote> votes) {
    ApprovalRecord q = asked.approval();
    return new Asked(
        asked.operation(),
        asked.key(),
        asked.generation(),
        asked.state(),
        asked.version(),
        asked.payload(),
        new ApprovalRecord(
            q.id(),
            q.number(),
            q.state(),
            q.mode(),
            q.role(),
            q.fallbackRole(),
            q.fallbackAt(),
            q.needed(),
            votes,
            q.policyVersion(),
            q.payloadHash(),
            q.boundDigest(),
            q.askedBecause(),
            q.requester(),
            q.facts(),
            q.askedAt(),
            q.expiresAt(),
            q.decidedAt(),
            q.decidedBy(),
            q.reason()));
  }

  private static Asked asked(ResultSet row) throws SQLException {
    return new Asked(
        row.getObject("operation", UUID.class),
        new IntentKey(row.getString("scope"), row.getString("effect"), row.getString("key")),
        row.getInt("generation"),
        IntentState.valueOf(row.getString("intent_state")),
        row.getLong("version"),
        new Payload(
            new PayloadHash(
                row.getBytes("payload_hash"),
                row.getInt("payload_algorithm"),
                row.getString("payload_schema")),
            Objects.requireNonNullElse(row.getBytes("payload"), new byte[0])),
        new ApprovalRecord(
            row.getObject("id", UUID.class),
            row.getInt("number"),
            ApprovalRecord.State.valueOf(row.getString("state")),
            ApprovalMode.valueOf(row.getString("mode")),
            row.getString("role"),
            row.getString("fallback_role"),
            Snapshots.instant(row, "fallback_at"),
            row.getInt("needed"),
            List.of(),
            row.getInt("policy_version"),
            row.getString("asked_hash"),
            row.getString("bound_digest"),
            row.getString("asked_because"),
            row.getString("requester"),
            AuditDetail.read(row.getString("facts")),
            time(row, "asked_at"),
            time(row, "expires_at"),
            Snapshots.instant(row, "decided_at"),
            row.getString("decided_by"),
            row.getString("reason")));
  }

  private static CastVote vote(ResultSet row) throws SQLException {
    return new CastVote(
        row.getString("voter"),
        row.getBoolean("yes"),
        row.getString("reason"),
        time(row, "voted_at"));
  }

  private static Instant time(ResultSet row, String column) throws SQLException {
    return Objects.requireNonNull(Snapshots.instant(row, column), column);
  }
}
