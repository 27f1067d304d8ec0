package dev.sidegate.engine.store;

import dev.sidegate.engine.intent.DueProbe;
import dev.sidegate.engine.intent.Finding;
import dev.sidegate.engine.intent.HoldReason;
import dev.sidegate.engine.intent.IntentKey;
import dev.sidegate.engine.intent.Payload;
import dev.sidegate.engine.intent.PayloadHash;
import dev.sidegate.engine.intent.Probe;
import dev.sidegate.engine.intent.ProbeAnswer;
import dev.sidegate.engine.intent.ProbeEnd;
import dev.sidegate.engine.intent.ProbeFacts;
import dev.sidegate.engine.intent.ProbeRequest;
import dev.sidegate.engine.intent.ProbeStep;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** {@code due_probes.sql}, {@code claim_probe.sql} and {@code settle_probe.sql}. */
final class ProbeStatements {
  /** A doubt of an effect that nobody here knows is left alone for so long. */
  private static final Duration LIMIT_OF_OTHERS = Duration.ofHours(24);

  /** While versions are rolled out, the JVMs that still have the pinned reconciler come first. */
  private static final Duration GRACE_OF_THE_PINNED = Duration.ofMinutes(5);

  private final Query<DueProbe> due = new Query<>("due_probes", ProbeStatements::due);
  private final SqlText begin = SqlText.named("claim_probe");
  private final SqlText end = SqlText.named("settle_probe");

  List<DueProbe> due(
      Connection connection, Collection<ProbeRequest.Askable> askable, Duration horizon, int most)
      throws SQLException {
    List<ProbeRequest.Askable> here = List.copyOf(askable);
    return due.run(
        connection,
        parameters ->
            parameters
                .texts("effects", here, ProbeRequest.Askable::effect)
                .texts("reconcilers", here, ProbeRequest.Askable::reconciler)
                .object("grace_millis", GRACE_OF_THE_PINNED.toMillis())
                .object("horizon_millis", horizon.toMillis())
                .object("limit_millis", LIMIT_OF_OTHERS.toMillis())
                .object("batch", most));
  }

  List<ProbeAnswer> begin(Connection connection, ProbeRequest request) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(begin.jdbc())) {
      new Parameters(begin, statement)
          .uuids("operations", request.operations(), operation -> operation)
          .texts("effects", request.askable(), ProbeRequest.Askable::effect)
          .texts("reconcilers", request.askable(), ProbeRequest.Askable::reconciler)
          .longs("lease_millis", request.askable(), askable -> askable.lease().toMillis())
          .longs("limit_millis", request.askable(), askable -> askable.limit().toMillis())
          .object("limit_of_others", LIMIT_OF_OTHERS.toMillis())
          .object("grace_millis", GRACE_OF_THE_PINNED.toMillis())
          .object("owner", request.owner().token())
          .complete();
      List<ProbeAnswer> answers = new ArrayList<>(request.operations().size());
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          answers.add(answer(rows, request));
        }
      }
      CommitWarnings.refuse(statement);
      return answers;
    }
  }

  /** Answers whether the intent moved. */
  Boolean end(Connection connection, ProbeEnd ended) throws SQLException {
    Finding finding = ended.finding();
    Finding.Applied applied = finding instanceof Finding.Applied found ? found : null;
    ProbeStep step = ended.step();
    HoldReason hold = step.hold();
    try (PreparedStatement statement = connection.prepareStatement(end.jdbc())) {
      new Parameters(end, statement)
          .object("operation", ended.probe().operation())
          .object("owner", ended.probe().owner().token())
          .text("verdict", finding.verdict())
          .text("to_state", step.state().name())
          .text("hold", hold == null ? null : hold.text())
          .object("claimable", step == ProbeStep.PERMIT)
          .text("receipt", applied == null ? null : applied.receipt())
          .object("result", applied == null ? null : applied.result())
          .text("reason", finding.reason())
          .text(
              "detail",
              AuditDetail.of(
                  "verdict",
                  finding.verdict(),
                  "receipt",
                  applied == null ? null : applied.receipt(),
                  "hold",
                  hold == null ? null : hold.text()))
          .complete();
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        boolean moved = row.getInt("moved") > 0;
        CommitWarnings.refuse(statement);
        return moved;
      }
    }
  }

  private static DueProbe due(ResultSet row) throws SQLException {
    return new DueProbe(
        row.getObject("operation", UUID.class),
        row.getString("effect"),
        Duration.ofMillis(row.getLong("wait_millis")));
  }

  private static ProbeAnswer answer(ResultSet row, ProbeRequest request) throws SQLException {
    UUID operation = row.getObject("operation", UUID.class);
    String verdict = row.getString("verdict");
    return switch (verdict) {
      case "ASK" -> new ProbeAnswer.Begun(probe(row, operation, request));
      case "HELD" -> new ProbeAnswer.Held(operation);
      case "MOVED" -> new ProbeAnswer.Moved(operation);
      case "WAIT" -> new ProbeAnswer.Wait(operation, Duration.ofMillis(row.getLong("wait_millis")));
      default -> throw new SQLException("claim_probe.sql answered " + verdict);
    };
  }

  private static Probe probe(ResultSet row, UUID operation, ProbeRequest request)
      throws SQLException {
    return new Probe(
        operation,
        new IntentKey(row.getString("scope"), row.getString("effect"), row.getString("key")),
        row.getInt("generation"),
        new Payload(
            new PayloadHash(
                row.getBytes("payload_hash"),
                row.getInt("payload_algorithm"),
                row.getString("payload_schema")),
            row.getBytes("payload")),
        request.owner(),
        new ProbeFacts(
            row.getBoolean("quiet"),
            row.getBoolean("silent"),
            row.getBoolean("repeatable"),
            row.getBoolean("budget_left"),
            row.getBoolean("past_limit")),
        Objects.requireNonNull(Snapshots.instant(row, "first_started_at")),
        texts(row.getArray("request_ids")));
  }

  private static List<String> texts(@Nullable Array array) throws SQLException {
    return array == null ? List.of() : List.of((String[]) array.getArray());
  }
}
