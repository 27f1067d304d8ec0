package dev.sidegate.engine.store;

import dev.sidegate.engine.intent.IntentKey;
import dev.sidegate.engine.intent.IntentState;
import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads what people look at. Every role may. */
final class IntentReader {
  private final Query<IntentRecord> intents = new Query<>("list_intents", IntentReader::intent);
  private final Query<HeldIntent> held = new Query<>("list_held", IntentReader::held);
  private final Query<BodyInFlight> running = new Query<>("list_running", IntentReader::body);
  private final Query<AttemptRecord> attempts = new Query<>("list_attempts", IntentReader::attempt);
  private final Query<AuditEvent> events = new Query<>("list_events", IntentReader::event);
  private final Query<LateEvidence> late = new Query<>("list_late_evidence", IntentReader::late);
  private final Query<ProbeRecord> probes = new Query<>("list_probes", IntentReader::probe);
  private final Query<QueueRecord> queue = new Query<>("list_queue", IntentReader::queue);
  private final Query<KillSwitch> switches = new Query<>("list_switches", IntentReader::killSwitch);

  List<IntentRecord> list(
      Connection connection, @Nullable IntentState state, @Nullable UUID before, int most)
      throws SQLException {
    return intents.run(
        connection,
        parameters ->
            parameters
                .text("state", state == null ? null : state.name())
                .object("operation", null)
                .object("before", before)
                .object("most", most));
  }

  Optional<IntentRecord> find(Connection connection, UUID operation) throws SQLException {
    return intents
        .run(
            connection,
            parameters ->
                parameters
                    .text("state", null)
                    .object("operation", operation)
                    .object("before", null)
                    .object("most", 1))
        .stream()
        .findFirst();
  }

  Optional<IntentHistory> history(Connection connection, UUID operation) throws SQLException {
    Optional<IntentRecord> intent = find(connection, operation);
    if (intent.isEmpty()) {
      return Optional.empty();
    }
    Query.Binding binding = parameters -> parameters.object("operation", operation);
    return Optional.of(
        new IntentHistory(
            intent.get(),
            attempts.run(connection, binding),
            events(connection, operation),
            late.run(connection, binding),
            probes.run(connection, binding),
            queue.run(connection, binding).stream().findFirst()));
  }

  private static QueueRecord queue(ResultSet row) throws SQLException {
    return new QueueRecord(
        row.getString("state"),
        row.getString("order_key"),
        Snapshots.instant(row, "not_before"),
        Objects.requireNonNull(Snapshots.instant(row, "queued_at")));
  }

  List<HeldIntent> held(
      Connection connection, @Nullable String effect, @Nullable UUID before, int most)
      throws SQLException {
    return held.run(
        connection,
        parameters ->
            parameters.text("effect", effect).object("before", before).object("most", most));
  }

  List<AuditEvent> events(Connection connection, UUID chain) throws SQLException {
    return events.run(connection, parameters -> parameters.object("chain", chain));
  }

  List<BodyInFlight> inFlight(Connection connection) throws SQLException {
    return running.run(connection, parameters -> {});
  }

  List<KillSwitch> switches(Connection connection) throws SQLException {
    return switches.run(connection, parameters -> {});
  }

  private static IntentRecord intent(ResultSet row) throws SQLException {
    return new IntentRecord(
        row.getObject("operation", UUID.class),
        key(row),
        row.getInt("generation"),
        IntentState.valueOf(row.getString("state")),
        row.getString("hold_reason"),
        row.getLong("version"),
        row.getInt("attempts"),
        row.getInt("max_attempts"),
        row.getInt("unresolved"),
        row.getString("receipt"),
        row.getString("failure_class"),
        row.getString("failure"),
        row.getObject("corrects", UUID.class),
        row.getString("reason"),
        Snapshots.instant(row, "next_try_at"),
        time(row, "deadline"),
        IntentState.PROCESSING.name().equals(row.getString("state"))
            ? Snapshots.instant(row, "expires_at")
            : null,
        time(row, "opened_at"),
        time(row, "changed_at"),
        row.getString("payload_hash"));
  }

  private static HeldIntent held(ResultSet row) throws SQLException {
    return new HeldIntent(
        intent(row), row.getString("owner"), Duration.ofSeconds(row.getLong("held_seconds")));
  }

  private static BodyInFlight body(ResultSet row) throws SQLException {
    return new BodyInFlight(
        row.getObject("operation", UUID.class),
        key(row),
        row.getInt("number"),
        row.getString("actor"),
        time(row, "started_at"),
        time(row, "expires_at"));
  }

  private static AttemptRecord attempt(ResultSet row) throws SQLException {
    Array ids = row.getArray("provider_request_ids");
    return new AttemptRecord(
        row.getInt("number"),
        row.getString("state"),
        row.getString("actor"),
        time(row, "started_at"),
        Snapshots.instant(row, "ended_at"),
        row.getString("receipt"),
        row.getString("failure_class"),
        row.getString("failure"),
        row.getString("message"),
        ids == null ? List.of() : List.of((String[]) ids.getArray()),
        row.getBoolean("watched"),
        row.getBoolean("can_send"),
        row.getInt("requests"));
  }

  private static AuditEvent event(ResultSet row) throws SQLException {
    return new AuditEvent(
        row.getLong("sequence"),
        time(row, "at"),
        row.getString("actor"),
        row.getString("kind"),
        row.getString("from_state"),
        row.getString("to_state"),
        row.getObject("attempt", Integer.class),
        row.getString("detail"),
        row.getString("hash"));
  }

  private static ProbeRecord probe(ResultSet row) throws SQLException {
    return new ProbeRecord(
        row.getInt("number"),
        row.getString("reconciler"),
        row.getString("actor"),
        Objects.requireNonNull(Snapshots.instant(row, "started_at")),
        Snapshots.instant(row, "ended_at"),
        row.getString("verdict"),
        row.getString("receipt"),
        row.getString("detail"),
        row.getObject("moved", Boolean.class));
  }

  private static LateEvidence late(ResultSet row) throws SQLException {
    return new LateEvidence(
        row.getInt("attempt"),
        row.getString("kind"),
        time(row, "at"),
        row.getString("actor"),
        row.getString("receipt"),
        row.getString("failure"),
        row.getString("message"),
        row.getString("verdict"));
  }

  private static KillSwitch killSwitch(ResultSet row) throws SQLException {
    return new KillSwitch(
        new SwitchTarget(row.getString("effect"), row.getString("scope")),
        row.getBoolean("enabled"),
        time(row, "changed_at"),
        row.getString("changed_by"),
        row.getString("reason"));
  }

  private static IntentKey key(ResultSet row) throws SQLException {
    return new IntentKey(row.getString("scope"), row.getString("effect"), row.getString("key"));
  }

  private static Instant time(ResultSet row, String column) throws SQLException {
    return Objects.requireNonNull(Snapshots.instant(row, column), column);
  }
}
