package dev.sidegate.engine.store;

import dev.sidegate.engine.intent.ClaimOutcome;
import dev.sidegate.engine.intent.EnqueueRequest;
import dev.sidegate.engine.intent.RuleDecision;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** {@code enqueue.sql}: binds requests, reads what became of them. */
final class EnqueueStatement implements CommitStatement<EnqueueRequest, ClaimOutcome> {
  private final SqlText text = SqlText.named("enqueue");
  private final OperationIds ids = new OperationIds();

  @Override
  public List<@Nullable ClaimOutcome> run(Connection connection, List<EnqueueRequest> requests)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(text.jdbc())) {
      bind(new Parameters(text, statement), requests);
      List<@Nullable ClaimOutcome> answers = new ArrayList<>(requests.size());
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          answers.add(read(rows));
        }
      }
      CommitWarnings.refuse(statement);
      return answers;
    }
  }

  private void bind(Parameters parameters, List<EnqueueRequest> requests) throws SQLException {
    parameters
        .uuids("operations", requests, request -> ids.next())
        .uuids("approvals", requests, request -> ids.next())
        .texts("scopes", requests, request -> request.key().scope())
        .texts("effects", requests, request -> request.key().effect())
        .texts("keys", requests, request -> request.key().key())
        .bytes("hashes", requests, request -> request.payload().hash().digest())
        .integers("algorithms", requests, request -> request.payload().hash().algorithm())
        .texts("schemas", requests, request -> request.payload().hash().schema())
        .bytes("payloads", requests, request -> request.payload().stored())
        .bytes("bound_hashes", requests, EnqueueRequest::boundDigest)
        .integers("policy_versions", requests, EnqueueRequest::policyVersion)
        .integers("max_attempts", requests, request -> request.budget().maxAttempts())
        .longs("budget_millis", requests, request -> request.budget().deadline().toMillis())
        .longs("delay_millis", requests, request -> request.delay().toMillis())
        .texts("order_keys", requests, EnqueueRequest::orderKey)
        .texts("reconcilers", requests, EnqueueRequest::reconciler)
        .longs("settle_delay_millis", requests, request -> request.settleDelay().toMillis())
        .texts("rules", requests, rule(RuleDecision::rule))
        .integers("rule_versions", requests, request -> version(request.rule()))
        .texts("rule_verdicts", requests, rule(decision -> decision.verdict().name()))
        .longs("remind_millis", requests, request -> request.question().remindAfter().toMillis())
        .texts("requesters", requests, request -> request.question().requester())
        .texts("facts", requests, request -> facts(request))
        .texts("channels", requests, request -> String.join(",", request.question().channels()))
        .texts(
            "details",
            requests,
            request -> AuditDetail.ofCall(request.context(), request.payload().hash()))
        .texts("contexts", requests, request -> AuditDetail.context(request.context()))
        .complete();
  }

  private static Function<EnqueueRequest, @Nullable String> rule(
      Function<RuleDecision, String> column) {
    return request -> request.rule() == null ? null : column.apply(request.rule());
  }

  /** No rule has version 0. */
  private static int version(@Nullable RuleDecision rule) {
    return rule == null ? 0 : rule.version();
  }

  private static String facts(EnqueueRequest request) {
    String facts = AuditDetail.of(request.question().facts());
    return facts == null ? "{}" : facts;
  }

  private static @Nullable ClaimOutcome read(ResultSet row) throws SQLException {
    String verdict = row.getString("verdict");
    return switch (verdict) {
      case "RACE" -> null;
      case "STOPPED" -> new ClaimOutcome.Stopped(row.getString("stopped"));
      case "OTHER_POLICY" -> new ClaimOutcome.OtherPolicy(row.getInt("policy_version"));
      case "STANDING" -> new ClaimOutcome.Standing(Snapshots.read(row));
      case "OTHER_PAYLOAD" -> new ClaimOutcome.OtherPayload(Snapshots.read(row), null);
      default -> throw new SQLException("enqueue.sql answered " + verdict);
    };
  }
}
