package dev.sidegate.engine.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** {@code decide.sql} and {@code grant_held.sql}. */
final class DecideStatements {
  private static final int BATCH = 500;

  private final Query<String> decide = new Query<>("decide", row -> row.getString("verdict"));
  private final Query<UUID> grantHeld =
      new Query<>("grant_held", row -> row.getObject("operation", UUID.class));

  /** Answers the statement's verdict. */
  String decide(Connection connection, Decision decision) throws SQLException {
    Said said = Said.of(decision.verdict());
    return decide
        .run(
            connection,
            parameters ->
                parameters
                    .object("decision", decision.id())
                    .object("operation", decision.operation())
                    .object("seen", decision.seenVersion())
                    .text("kind", said.kind())
                    .text("receipt", said.receipt())
                    .object("attempts", said.attempts())
                    .object("deadline_millis", said.deadlineMillis())
                    .object("payload_hash", said.payloadHash())
                    .text("reconciler", said.reconciler())
                    .text("reason", decision.reason())
                    .text("detail", said.detail(decision.id(), decision.reason())))
        .get(0);
  }

  /** Answers the operations that this batch granted now. */
  List<UUID> grant(Connection connection, HeldGrant order) throws SQLException {
    Said said = Said.of(order.grant());
    List<UUID> granted = new ArrayList<>();
    List<UUID> some;
    do {
      some =
          grantHeld.run(
              connection,
              parameters ->
                  parameters
                      .object("batch", order.batch())
                      .text("effect", order.effect())
                      .text("scope", order.scope())
                      .object("attempts", said.attempts())
                      .object("deadline_millis", said.deadlineMillis())
                      .text("reason", order.reason())
                      .text("detail", said.detail(order.batch(), order.reason()))
                      .object("most", BATCH));
      granted.addAll(some);
    } while (some.size() == BATCH);
    return granted;
  }

  /** A verdict, as columns. */
  @SuppressWarnings("ArrayRecordComponent") // lives as long as the statement is bound
  private record Said(
      String kind,
      @Nullable String receipt,
      @Nullable Integer attempts,
      @Nullable Long deadlineMillis,
      byte @Nullable [] payloadHash,
      @Nullable String reconciler) {

    static Said of(Decision.Verdict verdict) {
      if (verdict instanceof Decision.Applied applied) {
        return new Said("APPLIED", applied.receipt(), null, null, null, null);
      } else if (verdict instanceof Decision.NotApplied) {
        return plain("NOT_APPLIED");
      } else if (verdict instanceof Decision.Abandon) {
        return plain("ABANDON");
      } else if (verdict instanceof Decision.Grant grant) {
        return new Said("GRANT", null, grant.attempts(), grant.deadline().toMillis(), null, null);
      } else if (verdict instanceof Decision.Supersede supersede) {
        return new Said("SUPERSEDE", null, null, null, supersede.payloadHash(), null);
      } else if (verdict instanceof Decision.Reconcile reconcile) {
        return new Said("RECONCILE", null, null, null, null, reconcile.reconciler());
      } else if (verdict instanceof Decision.Acknowledge) {
        return plain("ACKNOWLEDGE");
      }
      throw new IllegalArgumentException("unknown verdict " + verdict);
    }

    private static Said plain(String kind) {
      return new Said(kind, null, null, null, null, null);
    }

    @Nullable String detail(UUID decision, String reason) {
      return AuditDetail.of(
          "decision",
          decision.toString(),
          "receipt",
          receipt,
          "attempts",
          attempts == null ? null : attempts.toString(),
          "deadline",
          deadlineMillis == null ? null : Duration.ofMillis(deadlineMillis).toString(),
          "payloadHash",
          payloadHash == null ? null : HexFormat.of().formatHex(payloadHash),
          "reconciler",
          reconciler,
          "reason",
          reason);
    }
  }
}
