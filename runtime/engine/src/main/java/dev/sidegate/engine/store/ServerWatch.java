package dev.sidegate.engine.store;

import dev.sidegate.engine.failover.RecentClaim;
import dev.sidegate.engine.failover.RecentClaims;
import dev.sidegate.engine.failover.ServerChange;
import dev.sidegate.engine.failover.ServerSight;
import dev.sidegate.engine.intent.LeaseOwner;
import dev.sidegate.engine.intent.SettleRequest;
import dev.sidegate.engine.intent.Settlement;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices that another server answers, or the same one with older data, and asserts again what this
 * JVM remembers. Looks at each new connection, before any other statement runs on it, and by a
 * timer: behind a pooler a connection may outlive its server.
 */
final class ServerWatch implements ConnectionCheck {
  private static final Logger LOG = LoggerFactory.getLogger(ServerWatch.class);

  private static final String CLOSED =
      "Effects that are neither keyed nor idempotent stay closed until: java -jar sidegate.jar"
          + " resume --failover --reason …";

  private final RecentClaims recent;
  private final FailoverStatements statements = new FailoverStatements();
  private final SettleStatement settles = new SettleStatement();
  private final ReentrantLock lock = new ReentrantLock();
  private final AtomicInteger changes = new AtomicInteger();
  private @Nullable ServerSight seen;
  private boolean unfinished;

  ServerWatch(RecentClaims recent) {
    this.recent = recent;
  }

  /** Rises with each change. Who was answered across one does not know by which server. */
  int changes() {
    return changes.get();
  }

  @Override
  public void check(Connection connection) throws SQLException {
    lock.lock();
    try {
      ServerSight now = statements.look(connection);
      ServerChange change = ServerChange.between(seen, now);
      if (change instanceof ServerChange.Changed changed) {
        changed(connection, changed);
      } else if (change instanceof ServerChange.Restarted || unfinished) {
        restarted(connection);
      }
      // Only now: what failed on the way is done again on the next connection.
      seen = now;
    } finally {
      lock.unlock();
    }
  }

  /** What was answered across a change is looked at once more. */
  void lookAgain() {
    lock.lock();
    try {
      unfinished = true;
    } finally {
      lock.unlock();
    }
  }

  private void changed(Connection connection, ServerChange.Changed changed) throws SQLException {
    changes.incrementAndGet();
    String why = "the database server changed: " + changed.why();
    boolean closed = false;
    // First of all: what other JVMs have lost cannot be seen here.
    if (changed.trust() == ServerChange.Trust.NONE) {
      closed = statements.changed(connection, why, false);
    }
    int lost = reassert(connection);
    if (lost > 0 && !closed) {
      closed = statements.changed(connection, lacking(why, lost), false);
    } else if (changed.trust() == ServerChange.Trust.SYNCHRONOUS) {
      closed = statements.changed(connection, why, true);
    }
    LOG.warn(
        "Sidegate: {}. {}",
        lacking(why, lost),
        closed ? CLOSED : "Replication was synchronous, or somebody acted before: effects go on");
    recent.all().forEach(RecentClaim::noticed);
  }

  private void restarted(Connection connection) throws SQLException {
    int lost = reassert(connection);
    if (lost > 0) {
      changes.incrementAndGet();
      String why = lacking("the database was replaced by an older copy", lost);
      statements.changed(connection, why, false);
      LOG.error("Sidegate: {}. {}", why, CLOSED);
      recent.all().forEach(RecentClaim::noticed);
    }
  }

  private static String lacking(String why, int lost) {
    return why + "; of the claims that this JVM remembers it lacked " + lost;
  }

  /** Answers how many claims are missing of which nobody was told. */
  private int reassert(Connection connection) throws SQLException {
    List<RecentClaim> claims = recent.all();
    List<FailoverStatements.Trace> traces = statements.traces(connection, claims);
    boolean later = false;
    for (int i = 0; i < claims.size(); i++) {
      RecentClaim claim = claims.get(i);
      if (traces.get(i) == FailoverStatements.Trace.LOST) {
        claim.lost();
        later |= !reassert(connection, claim);
      } else if (traces.get(i) == FailoverStatements.Trace.WITHOUT_END) {
        settleAgain(connection, claim);
      }
    }
    unfinished = later;
    return (int) claims.stream().filter(RecentClaim::isUnnoticedLoss).count();
  }

  /**
   * Asserts one claim again.
   *
   * @return false if it is not its turn yet
   */
  private boolean reassert(Connection connection, RecentClaim claim) throws SQLException {
    FailoverStatements.Reassertion reassertion;
    try {
      reassertion = statements.reassert(connection, claim, System.nanoTime());
    } catch (SQLException e) {
      if (SqlFailure.of(e) == SqlFailure.CONNECTION_LOST) {
        throw e;
      }
      LOG.error(
          "The claim of {} ({}) is missing in the database and cannot be asserted yet",
          claim.claim().operation(),
          claim.claim().key().effect(),
          e);
      return false;
    }
    switch (reassertion.verdict()) {
      case LATER -> {
        LOG.warn(
            "The claim of {} ({}) is missing in the database, and so is what came before it; it is"
                + " asserted when that is there",
            claim.claim().operation(),
            claim.claim().key().effect());
        return false;
      }
      case TAKEN -> {
        claim.replacedBy(Objects.requireNonNull(reassertion.standing()));
        settleAgain(connection, claim);
      }
      case KNOWN, REASSERTED -> settleAgain(connection, claim);
    }
    return true;
  }

  /** Compare-and-set, as always: where something else happened meanwhile it is late evidence. */
  private void settleAgain(Connection connection, RecentClaim claim) throws SQLException {
    Optional<SettleRequest> end = claim.settle();
    if (end.isPresent()
        && (claim.isReplaced() || !(end.get().settlement() instanceof Settlement.Doubt))) {
      settles.run(connection, List.of(claim.addressed(end.get())));
    }
  }

  /**
   * Asserts one claim whose settle found nothing.
   *
   * @return how to settle it now; empty if this JVM knows nothing of the claim
   */
  Optional<SettleRequest> reassert(Connection connection, SettleRequest end) throws SQLException {
    LeaseOwner owner = end.claim().owner();
    Optional<RecentClaim> claim = recent.find(owner);
    if (claim.isEmpty()) {
      return Optional.empty();
    }
    lock.lock();
    try {
      reassert(connection, claim.get());
    } finally {
      lock.unlock();
    }
    return Optional.of(claim.get().addressed(end));
  }
}
