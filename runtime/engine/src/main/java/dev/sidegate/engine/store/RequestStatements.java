package dev.sidegate.engine.store;

import dev.sidegate.engine.intent.CallContext;
import dev.sidegate.engine.intent.IntentKey;
import dev.sidegate.engine.intent.Payload;
import dev.sidegate.engine.intent.PayloadHash;
import dev.sidegate.engine.operation.Insertion;
import dev.sidegate.engine.operation.OutboxRequest;
import dev.sidegate.engine.operation.RequestEnd;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * {@code installation_id.sql}, {@code put_request.sql}, {@code take_requests.sql} and {@code
 * end_request.sql}.
 */
final class RequestStatements {
  private final Query<UUID> installation =
      new Query<>("installation_id", row -> row.getObject("id", UUID.class));
  private final SqlText put = SqlText.named("put_request");
  private final Query<OutboxRequest> take =
      new Query<>("take_requests", RequestStatements::request);
  private final SqlText end = SqlText.named("end_request");
  private final OperationIds ids = new OperationIds();

  /** For the application's connection; this one only says which installation it is. */
  Insertion insertion(Connection connection, IntentKey key, Payload payload, CallContext context)
      throws SQLException {
    UUID id = ids.next();
    String around = AuditDetail.of(context.values());
    Map<String, Object> values = new HashMap<>();
    values.put("id", id.toString());
    values.put("installation", installation.run(connection, parameters -> {}).get(0).toString());
    values.put("effect", key.effect());
    values.put("scope", key.scope());
    values.put("key", key.key());
    values.put("payload", payload.stored());
    values.put("hash", payload.hash().digest());
    values.put("algorithm", payload.hash().algorithm());
    values.put("schema", payload.hash().schema());
    values.put("context", around == null ? "{}" : around);
    return new Insertion(
        id,
        put.jdbc(),
        put.names().stream().map(name -> Objects.requireNonNull(values.get(name), name)).toList());
  }

  List<OutboxRequest> take(
      Connection connection, Collection<String> effects, int most, Duration lease)
      throws SQLException {
    return take.run(
        connection,
        parameters ->
            parameters
                .texts("effects", List.copyOf(effects), effect -> effect)
                .object("most", most)
                .object("lease_millis", lease.toMillis()));
  }

  void end(Connection connection, OutboxRequest request, RequestEnd how, Duration delay)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(end.jdbc())) {
      new Parameters(end, statement)
          .object("id", request.id())
          .object("tries", request.tries())
          .text("state", state(how))
          .object("intent", how instanceof RequestEnd.Made made ? made.intent() : null)
          .text("reason", reason(how))
          .object("delay_millis", delay.toMillis())
          .complete()
          .executeUpdate();
    }
  }

  private static String state(RequestEnd how) {
    if (how instanceof RequestEnd.Made) {
      return "MADE";
    }
    if (how instanceof RequestEnd.Refused) {
      return "REFUSED";
    }
    return how instanceof RequestEnd.Parked ? "PARKED" : "PENDING";
  }

  private static @Nullable String reason(RequestEnd how) {
    if (how instanceof RequestEnd.Refused refused) {
      return refused.reason();
    }
    if (how instanceof RequestEnd.Parked parked) {
      return parked.reason();
    }
    return how instanceof RequestEnd.Later later ? later.reason() : null;
  }

  private static OutboxRequest request(ResultSet row) throws SQLException {
    return new OutboxRequest(
        row.getObject("id", UUID.class),
        new IntentKey(row.getString("scope"), row.getString("effect"), row.getString("key")),
        new Payload(
            new PayloadHash(
                row.getBytes("payload_hash"),
                row.getInt("payload_algorithm"),
                row.getString("payload_schema")),
            row.getBytes("payload")),
        new CallContext(AuditDetail.read(row.getString("context"))),
        row.getInt("tries"));
  }
}
