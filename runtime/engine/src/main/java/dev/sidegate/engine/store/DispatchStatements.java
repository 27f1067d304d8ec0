package dev.sidegate.engine.store;

import dev.sidegate.engine.intent.CallContext;
import dev.sidegate.engine.intent.Claimed;
import dev.sidegate.engine.intent.DispatchOutcome;
import dev.sidegate.engine.intent.DispatchRequest;
import dev.sidegate.engine.intent.Dispatchable;
import dev.sidegate.engine.intent.Dispatched;
import dev.sidegate.engine.intent.DueEntries;
import dev.sidegate.engine.intent.HandOver;
import dev.sidegate.engine.intent.IntentKey;
import dev.sidegate.engine.intent.Payload;
import dev.sidegate.engine.intent.PayloadHash;
import dev.sidegate.engine.intent.QueueTurn;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * {@code due_entries.sql}, {@code dispatch.sql}, {@code hand_over.sql} and {@code announce.sql}.
 */
final class DispatchStatements {
  /** Scopes of one effect that one look goes to. */
  private static final int PLACES = 64;

  /** Entries of one scope that one look reads: as many may wait for others of their order key. */
  private static final int AT_HAND = 512;

  private final SqlText due = SqlText.named("due_entries");
  private final SqlText dispatch = SqlText.named("dispatch");
  private final SqlText handOver = SqlText.named("hand_over");
  private final Query<Boolean> announce = new Query<>("announce", row -> true);

  DueEntries due(Connection connection, List<QueueTurn> turns, int most) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(due.jdbc())) {
      new Parameters(due, statement)
          .texts("effects", turns, QueueTurn::effect)
          .texts("from_scopes", turns, QueueTurn::fromScope)
          .nullableLongs("at_once", turns, turn -> asLong(turn.atOnce()))
          .object("places", PLACES)
          .object("at_hand", AT_HAND)
          .object("most", most)
          .complete();
      List<DueEntries.Entry> entries = new ArrayList<>();
      Map<String, String> places = new HashMap<>();
      Optional<Duration> next = Optional.empty();
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          switch (row.getString("kind")) {
            case "ENTRY" -> entries.add(entry(row));
            case "PLACE" -> places.put(row.getString("effect"), row.getString("scope"));
            default -> next = pause(row);
          }
        }
      }
      return new DueEntries(entries, places, next);
    }
  }

  private static DueEntries.Entry entry(ResultSet row) throws SQLException {
    return new DueEntries.Entry(
        row.getObject("intent", UUID.class),
        row.getString("effect"),
        row.getString("scope"),
        row.getLong("nth") == 1);
  }

  private static Optional<Duration> pause(ResultSet row) throws SQLException {
    long millis = row.getLong("wait_millis");
    return row.wasNull() ? Optional.empty() : Optional.of(Duration.ofMillis(millis));
  }

  List<Answer> dispatch(Connection connection, DispatchRequest request) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(dispatch.jdbc())) {
      bind(new Parameters(dispatch, statement), request);
      List<Answer> answers = new ArrayList<>(request.wanted().size());
      for (int i = 0; i < request.wanted().size(); i++) {
        answers.add(Answer.of(new DispatchOutcome.Skipped("GONE")));
      }
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          int wanted = row.getInt("ordinal") - 1;
          answers.set(wanted, answer(row, request.wanted().get(wanted)));
        }
      }
      CommitWarnings.refuse(statement);
      return answers;
    }
  }

  private static void bind(Parameters parameters, DispatchRequest request) throws SQLException {
    List<Dispatchable> effects = request.effects();
    parameters
        .uuids("operations", request.wanted(), DispatchRequest.Wanted::operation)
        .uuids("owners", request.wanted(), wanted -> wanted.owner().token())
        .texts("entry_effects", request.wanted(), DispatchRequest.Wanted::effect)
        .texts("effects", effects, Dispatchable::effect)
        .integers("policy_versions", effects, Dispatchable::policyVersion)
        .longs("lease_millis", effects, effect -> effect.lease().toMillis())
        .longs("longest_millis", effects, effect -> effect.longestAttempt().toMillis())
        .nullableLongs("keyed_millis", effects, DispatchStatements::keyedMillis)
        .booleans("idempotent", effects, effect -> effect.promise().idempotent())
        .texts("reconcilers", effects, Dispatchable::reconciler)
        .longs("settle_delay_millis", effects, effect -> effect.settleDelay().toMillis())
        .nullableLongs("at_once", effects, effect -> asLong(effect.atOnce()))
        .object("watched", request.watched())
        .text("detail", null)
        .complete();
  }

  private static @Nullable Long keyedMillis(Dispatchable effect) {
    Duration keyedFor = effect.promise().keyedFor();
    return keyedFor == null ? null : keyedFor.toMillis();
  }

  private static @Nullable Long asLong(@Nullable Integer number) {
    return number == null ? null : Long.valueOf(number);
  }

  private static Answer answer(ResultSet row, DispatchRequest.Wanted wanted) throws SQLException {
    String verdict = row.getString("verdict");
    return switch (verdict) {
      case "GRANTED" -> granted(row, wanted);
      case "HELD" -> Answer.of(new DispatchOutcome.Held());
      case "OTHER_POLICY" -> Answer.of(new DispatchOutcome.OtherPolicy(wanted.effect()));
      default -> Answer.of(new DispatchOutcome.Skipped(verdict));
    };
  }

  private static Answer granted(ResultSet row, DispatchRequest.Wanted wanted) throws SQLException {
    Claimed claim =
        new Claimed(
            wanted.operation(),
            new IntentKey(row.getString("scope"), row.getString("effect"), row.getString("key")),
            row.getInt("generation"),
            row.getLong("version"),
            row.getInt("last_attempt"),
            wanted.owner(),
            Objects.requireNonNull(Snapshots.instant(row, "deadline")));
    PayloadHash hash =
        new PayloadHash(
            row.getBytes("payload_hash"),
            row.getInt("payload_algorithm"),
            row.getString("payload_schema"));
    byte[] stored = row.getBytes("payload");
    return new Answer(
        new DispatchOutcome.Granted(
            new Dispatched(
                claim,
                Duration.ofMillis(row.getLong("left_millis")),
                new Payload(hash, stored == null ? new byte[0] : stored),
                row.getBytes("bound_hash"),
                new CallContext(AuditDetail.read(row.getString("context"))))),
        row.getBoolean("recognised"),
        row.getInt("max_attempts"));
  }

  boolean handOver(Connection connection, HandOver request) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(handOver.jdbc())) {
      new Parameters(handOver, statement)
          .object("operation", request.operation())
          .text("order_key", request.orderKey())
          .text("context", AuditDetail.context(request.context()))
          .text("detail", AuditDetail.ofCall(request.context(), request.hash()))
          .complete();
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        boolean moved = row.getInt("moved") > 0;
        CommitWarnings.refuse(statement);
        return moved;
      }
    }
  }

  void announce(Connection connection) throws SQLException {
    announce.run(connection, parameters -> {});
  }

  /**
   * One outcome.
   *
   * @param recognised whether it was granted before, and only its answer was lost
   * @param maxAttempts the intent's budget; 0 if it was not granted
   */
  record Answer(DispatchOutcome outcome, boolean recognised, int maxAttempts) {
    static Answer of(DispatchOutcome outcome) {
      return new Answer(outcome, false, 0);
    }
  }
}
