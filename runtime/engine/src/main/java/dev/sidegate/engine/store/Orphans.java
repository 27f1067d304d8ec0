package dev.sidegate.engine.store;

import dev.sidegate.engine.intent.AttemptEvidence;
import dev.sidegate.engine.intent.ClaimRequest;
import dev.sidegate.engine.intent.Claimed;
import dev.sidegate.engine.intent.DispatchRequest;
import dev.sidegate.engine.intent.IntentKey;
import dev.sidegate.engine.intent.LeaseOwner;
import dev.sidegate.engine.intent.SettleRequest;
import dev.sidegate.engine.intent.Settlement;
import dev.sidegate.engine.intent.StoreUnavailableException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/**
 * Claims that may have been granted although nobody heard of it: the caller's patience ended, or
 * the answer was lost. Their bodies do not start, and this process knows it, so that it may hand
 * them back by their owners' tokens (law 2). Without that each of them would end as a doubt.
 */
final class Orphans {
  private static final int MOST = 10_000;

  /** The body did not start. */
  private static final AttemptEvidence NOTHING_LEFT = new AttemptEvidence(false, 0);

  /** The timer's thread does this between renewals. */
  private static final int MOST_AT_ONCE = 100;

  private final Queue<Orphan> orphans = new ConcurrentLinkedQueue<>();
  private final long statementNanos;
  private final Query<Claimed> find;
  private final Query<Claimed> findDispatched;

  /**
   * Begins with none.
   *
   * @param statementTimeout after that long a statement has ended on the server, whatever became of
   *     its connection; looking earlier could miss its commit
   */
  Orphans(Duration statementTimeout) {
    this.statementNanos = statementTimeout.toNanos();
    this.find = new Query<>("find_claim", Orphans::claim);
    this.findDispatched = new Query<>("find_dispatched", Orphans::claim);
  }

  /** The caller of this claim has gone without an answer. */
  void add(ClaimRequest request) {
    add(
        connection ->
            find.run(
                connection,
                parameters ->
                    parameters
                        .text("scope", request.key().scope())
                        .text("effect", request.key().effect())
                        .text("key", request.key().key())
                        .object("owner", request.owner().token())));
  }

  /** A dispatcher that wanted this entry has got no answer, and runs nothing. */
  void add(DispatchRequest.Wanted wanted) {
    add(
        connection ->
            findDispatched.run(
                connection,
                parameters ->
                    parameters
                        .object("operation", wanted.operation())
                        .object("owner", wanted.owner().token())));
  }

  private void add(OwnConnection.Statement<List<Claimed>> look) {
    if (orphans.size() < MOST) {
      orphans.add(new Orphan(look, System.nanoTime()));
    }
  }

  /** Hands back what was granted; stops at the first sign that the database is still away. */
  void handBack(Connection connection, Consumer<SettleRequest> settle) throws SQLException {
    for (int looked = 0; looked < MOST_AT_ONCE; looked++) {
      Orphan orphan = orphans.peek();
      if (orphan == null || System.nanoTime() - orphan.sinceNanos() < 2 * statementNanos) {
        return;
      }
      List<Claimed> granted = orphan.look().run(connection);
      try {
        for (Claimed claim : granted) {
          settle.accept(
              new SettleRequest(
                  claim,
                  new Settlement.HandedBack("its caller had gone"),
                  List.of(),
                  NOTHING_LEFT));
        }
      } catch (StoreUnavailableException stillAway) {
        return;
      }
      orphans.remove(orphan);
    }
  }

  private static Claimed claim(ResultSet row) throws SQLException {
    return new Claimed(
        row.getObject("operation", UUID.class),
        new IntentKey(row.getString("scope"), row.getString("effect"), row.getString("key")),
        row.getInt("generation"),
        row.getLong("version"),
        row.getInt("last_attempt"),
        new LeaseOwner(row.getObject("lease_owner", UUID.class)),
        Objects.requireNonNull(Snapshots.instant(row, "deadline")));
  }

  private record Orphan(OwnConnection.Statement<List<Claimed>> look, long sinceNanos) {}
}
