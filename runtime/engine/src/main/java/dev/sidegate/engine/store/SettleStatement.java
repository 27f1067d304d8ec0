package dev.sidegate.engine.store;

import dev.sidegate.engine.intent.Failure;
import dev.sidegate.engine.intent.IntentSnapshot;
import dev.sidegate.engine.intent.SettleOutcome;
import dev.sidegate.engine.intent.SettleRequest;
import dev.sidegate.engine.intent.Settlement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code settle.sql}: binds how attempts ended, reads where their intents stand. */
final class SettleStatement implements CommitStatement<SettleRequest, SettleOutcome> {
  /** Between the provider's ids in one text; no id holds a control character. */
  private static final String UNIT_SEPARATOR = "\u001f";

  private final SqlText text = SqlText.named("settle");

  @Override
  public List<@Nullable SettleOutcome> run(Connection connection, List<SettleRequest> requests)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(text.jdbc())) {
      bind(new Parameters(text, statement), requests.stream().map(Row::of).toList());
      List<@Nullable SettleOutcome> answers = new ArrayList<>(requests.size());
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          answers.add(read(rows, requests.get(rows.getInt("ordinal") - 1)));
        }
      }
      CommitWarnings.refuse(statement);
      return answers;
    }
  }

  private static void bind(Parameters parameters, List<Row> rows) throws SQLException {
    parameters
        .uuids("operations", rows, row -> row.request.claim().operation())
        .uuids("owners", rows, row -> row.request.claim().owner().token())
        .longs("versions", rows, row -> row.request.claim().version())
        .integers("attempts", rows, row -> row.request.claim().attempt())
        .texts("kinds", rows, Row::kind)
        .bytes("results", rows, Row::result)
        .texts("receipts", rows, Row::receipt)
        .texts("failure_classes", rows, Row::failureClass)
        .texts("failures", rows, Row::exception)
        .texts("messages", rows, Row::message)
        .longs("delay_millis", rows, Row::delayMillis)
        .texts("provider_request_ids", rows, Row::providerRequestIds)
        .texts("details", rows, Row::detail)
        .booleans("can_send", rows, row -> row.request.evidence().canSend())
        .integers("requests", rows, row -> row.request.evidence().unsafeRequests())
        .texts("holds", rows, Row::hold)
        .complete();
  }

  private static @Nullable SettleOutcome read(ResultSet row, SettleRequest request)
      throws SQLException {
    String verdict = row.getString("verdict");
    return switch (verdict) {
      case "RACE" -> null;
      case "SETTLED" -> new SettleOutcome.Settled(withResult(Snapshots.read(row), request));
      case "FENCED" -> new SettleOutcome.Fenced(Snapshots.read(row));
      // Not retried and not guessed: a row that was claimed is never deleted, so this is another
      // database than the one that claimed, or one restored from before the claim.
      case "MISSING" -> throw new MissingIntentException(request.claim());
      default -> throw new SQLException("settle.sql answered " + verdict);
    };
  }

  /** The statement does not send back what it was just given. */
  private static IntentSnapshot withResult(IntentSnapshot settled, SettleRequest request) {
    if (settled.result() != null
        || !(request.settlement() instanceof Settlement.Completed completed)) {
      return settled;
    }
    return new IntentSnapshot(
        settled.operation(),
        settled.state(),
        settled.version(),
        settled.generation(),
        settled.attempts(),
        settled.hash(),
        completed.result(),
        settled.receipt(),
        settled.failure(),
        settled.reason(),
        settled.nextTryAt(),
        settled.hold());
  }

  /** One settle, as columns. */
  @SuppressWarnings("ArrayRecordComponent") // lives as long as the statement is bound
  private record Row(
      SettleRequest request,
      String kind,
      byte @Nullable [] result,
      @Nullable String receipt,
      @Nullable Failure failure,
      @Nullable String note,
      long delayMillis) {

    static Row of(SettleRequest request) {
      Settlement settlement = request.settlement();
      if (settlement instanceof Settlement.Completed completed) {
        return new Row(
            request, "COMPLETED", completed.result(), completed.receipt(), null, null, 0);
      } else if (settlement instanceof Settlement.Retryable retryable) {
        return new Row(
            request,
            "RETRYABLE",
            null,
            null,
            retryable.failure(),
            null,
            retryable.delay().toMillis());
      } else if (settlement instanceof Settlement.Terminal terminal) {
        return new Row(request, "TERMINAL", null, null, terminal.failure(), null, 0);
      } else if (settlement instanceof Settlement.Doubt doubt) {
        return new Row(
            request, "DOUBT", null, null, doubt.failure(), null, doubt.delay().toMillis());
      } else if (settlement instanceof Settlement.HandedBack handedBack) {
        return new Row(request, "HANDED_BACK", null, null, null, handedBack.reason(), 0);
      } else if (settlement instanceof Settlement.Held held) {
        return new Row(request, "HELD", null, null, null, held.reason(), 0);
      } else if (settlement instanceof Settlement.Postponed postponed) {
        return new Row(
            request,
            "POSTPONED",
            null,
            null,
            null,
            postponed.reason(),
            postponed.delay().toMillis());
      }
      throw new IllegalArgumentException("unknown settlement " + settlement);
    }

    @Nullable String hold() {
      return request.settlement() instanceof Settlement.Held held ? held.hold().text() : null;
    }

    @Nullable String failureClass() {
      return failure == null ? null : failure.failureClass().name();
    }

    @Nullable String exception() {
      return failure == null ? null : failure.exception();
    }

    @Nullable String message() {
      return failure == null ? note : failure.message();
    }

    @Nullable String providerRequestIds() {
      return request.providerRequestIds().isEmpty()
          ? null
          : String.join(UNIT_SEPARATOR, request.providerRequestIds());
    }

    /** Class names and receipts only: a message may hold what is nobody's business. */
    @Nullable String detail() {
      return AuditDetail.of(
          "receipt",
          receipt,
          "hold",
          hold(),
          "failureClass",
          failureClass(),
          "failure",
          exception(),
          "providerRequestIds",
          request.providerRequestIds().isEmpty()
              ? null
              : String.join(",", request.providerRequestIds()));
    }
  }
}
