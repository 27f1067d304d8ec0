package dev.sidegate.engine.store;

import dev.sidegate.engine.intent.ClaimOutcome;
import dev.sidegate.engine.intent.ClaimRequest;
import dev.sidegate.engine.intent.Claimed;
import dev.sidegate.engine.intent.IntentSnapshot;
import dev.sidegate.engine.intent.Payload;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** {@code claim.sql}: binds requests, reads what became of them. */
final class ClaimStatement implements CommitStatement<ClaimRequest, ClaimAnswer> {
  private final SqlText text = SqlText.named("claim");
  private final OperationIds ids = new OperationIds();

  @Override
  public List<@Nullable ClaimAnswer> run(Connection connection, List<ClaimRequest> requests)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(text.jdbc())) {
      bind(new Parameters(text, statement), requests);
      List<@Nullable ClaimAnswer> answers = new ArrayList<>(requests.size());
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          answers.add(read(rows, requests.get(rows.getInt("ordinal") - 1)));
        }
      }
      CommitWarnings.refuse(statement);
      return answers;
    }
  }

  private void bind(Parameters parameters, List<ClaimRequest> requests) throws SQLException {
    parameters
        .uuids("operations", requests, request -> ids.next())
        .texts("scopes", requests, request -> request.key().scope())
        .texts("effects", requests, request -> request.key().effect())
        .texts("keys", requests, request -> request.key().key())
        .bytes("hashes", requests, request -> request.payload().hash().digest())
        .integers("algorithms", requests, request -> request.payload().hash().algorithm())
        .texts("schemas", requests, request -> request.payload().hash().schema())
        .bytes("payloads", requests, request -> request.payload().stored())
        .uuids("owners", requests, request -> request.owner().token())
        .longs("lease_millis", requests, request -> request.lease().toMillis())
        .integers("policy_versions", requests, ClaimRequest::policyVersion)
        .integers("max_attempts", requests, request -> request.budget().maxAttempts())
        .longs("deadline_millis", requests, request -> request.budget().deadline().toMillis())
        .texts(
            "details",
            requests,
            request -> AuditDetail.ofCall(request.context(), request.payload().hash()))
        .nullableLongs("keyed_millis", requests, ClaimStatement::keyedMillis)
        .booleans("idempotent", requests, request -> request.promise().idempotent())
        .longs("longest_millis", requests, request -> request.longestAttempt().toMillis())
        .times("not_after", requests, ClaimRequest::notAfter)
        .texts("reconcilers", requests, ClaimRequest::reconciler)
        .longs("settle_delay_millis", requests, request -> request.settleDelay().toMillis())
        .booleans("watched", requests, ClaimRequest::watched)
        .complete();
  }

  private static @Nullable Long keyedMillis(ClaimRequest request) {
    Duration keyedFor = request.promise().keyedFor();
    return keyedFor == null ? null : keyedFor.toMillis();
  }

  private static @Nullable ClaimAnswer read(ResultSet row, ClaimRequest request)
      throws SQLException {
    String verdict = row.getString("verdict");
    return switch (verdict) {
      case "RACE" -> null;
      case "STOPPED" -> ClaimAnswer.of(new ClaimOutcome.Stopped(row.getString("stopped")));
      case "OTHER_POLICY" ->
          ClaimAnswer.of(new ClaimOutcome.OtherPolicy(row.getInt("policy_version")));
      case "TOO_LATE" -> ClaimAnswer.of(new ClaimOutcome.TooLate());
      case "STANDING" -> ClaimAnswer.of(new ClaimOutcome.Standing(Snapshots.read(row)));
      case "OTHER_PAYLOAD" -> ClaimAnswer.of(otherPayload(row));
      case "GRANTED" -> granted(row, request, ClaimAnswer.Proof.COMMITTED);
      case "RECOGNISED" -> granted(row, request, ClaimAnswer.Proof.READ);
      default -> throw new SQLException("claim.sql answered " + verdict);
    };
  }

  private static ClaimOutcome.OtherPayload otherPayload(ResultSet row) throws SQLException {
    IntentSnapshot intent = Snapshots.read(row);
    byte[] stored = row.getBytes("other_payload");
    return new ClaimOutcome.OtherPayload(
        intent, stored == null ? null : new Payload(intent.hash(), stored));
  }

  private static ClaimAnswer granted(ResultSet row, ClaimRequest request, ClaimAnswer.Proof proof)
      throws SQLException {
    IntentSnapshot intent = Snapshots.read(row);
    Instant deadline = Objects.requireNonNull(Snapshots.instant(row, "deadline"));
    Instant answeredAt = Objects.requireNonNull(Snapshots.instant(row, "answered_at"));
    Instant notAfter = request.notAfter();
    Claimed claim =
        new Claimed(
            intent.operation(),
            request.key(),
            intent.generation(),
            intent.version(),
            row.getInt("last_attempt"),
            request.owner(),
            notAfter != null && notAfter.isBefore(deadline) ? notAfter : deadline);
    return new ClaimAnswer(
        new ClaimOutcome.Granted(claim, Duration.between(answeredAt, claim.deadline())),
        intent,
        proof);
  }
}
