package dev.sidegate.engine.store;

import dev.sidegate.engine.intent.ClaimOutcome;
import dev.sidegate.engine.intent.ClaimRequest;
import dev.sidegate.engine.intent.Claimed;
import dev.sidegate.engine.intent.EffectProposal;
import dev.sidegate.engine.intent.IntentStore;
import dev.sidegate.engine.intent.LeaseOwner;
import dev.sidegate.engine.intent.SettleOutcome;
import dev.sidegate.engine.intent.SettleRequest;
import dev.sidegate.engine.intent.Settlement;
import dev.sidegate.engine.intent.StoreUnavailableException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** Intents in PostgreSQL. */
public final class PostgresStore implements IntentStore, AutoCloseable {
  /** Leases that one sweep moves; the rest waits for the next. */
  private static final int SWEEP_BATCH = 500;

  private final StoreSettings settings;
  private final StoreConnections connections;
  private final SharedCommit<ClaimRequest, ClaimAnswer> claims;
  private final SharedCommit<SettleRequest, SettleOutcome> settles;
  private final LeaseStatements leases = new LeaseStatements();
  private final ReceiptStatement receipts = new ReceiptStatement();
  private final ProposeStatement proposals = new ProposeStatement();

  private PostgresStore(StoreSettings settings, StoreConnections connections) {
    this.settings = settings;
    this.connections = connections;
    this.claims =
        new SharedCommit<>(
            "claim", connections, new ClaimStatement(), new ClaimCoalescing(), this::unclaimed);
    this.settles =
        new SharedCommit<>(
            "settle",
            connections,
            new SettleStatement(),
            new SettleCoalescing(),
            (request, outcome) -> {});
  }

  /**
   * Opens the store. A database that is away is waited for by each call, not here; one that answers
   * and is not fit to hold claims is refused.
   *
   * @throws StoreUnavailableException if the database is not durable, not migrated, of another
   *     version, or behind a pooler that drops the session's settings
   */
  public static PostgresStore open(StoreSettings settings) {
    StoreConnections connections = StoreConnections.of(settings);
    try {
      connections.open().close();
      return new PostgresStore(settings, connections);
    } catch (SQLException e) {
      if (SqlFailure.of(e) == SqlFailure.CONNECTION_LOST) {
        return new PostgresStore(settings, connections);
      }
      connections.close();
      throw connections.unavailable(e);
    }
  }

  @Override
  public ClaimOutcome claim(ClaimRequest request) {
    ClaimAnswer answer = claims.run(request, patience());
    if (answer == null) {
      return new ClaimOutcome.Contended();
    }
    if (answer.proof() == ClaimAnswer.Proof.READ
        && answer.outcome() instanceof ClaimOutcome.Granted granted) {
      return confirmed(granted, request.lease());
    }
    return answer.outcome();
  }

  /**
   * The first try's acknowledgement was lost, and with it the word that a synchronous standby has
   * the row. Commits are replicated in order: an acknowledged later one proves it.
   */
  private ClaimOutcome confirmed(ClaimOutcome.Granted granted, Duration lease) {
    Set<LeaseOwner> lost = renew(List.of(granted.claim()), lease);
    if (!lost.isEmpty()) {
      throw connections.unavailable(null);
    }
    return granted;
  }

  @Override
  public SettleOutcome settle(SettleRequest request) {
    Patience patience = patience();
    SettleOutcome answer = settles.run(request, patience);
    while (answer == null && !patience.isOver()) {
      answer = settles.run(request, patience);
    }
    if (answer == null) {
      throw connections.unavailable(null);
    }
    return answer;
  }

  @Override
  public void keepReceipt(Claimed claim, String receipt) {
    once(connection -> receipts.keep(connection, claim, receipt));
  }

  @Override
  public Set<LeaseOwner> renew(Collection<Claimed> claims, Duration lease) {
    return once(connection -> leases.renew(connection, claims, lease));
  }

  @Override
  public int sweep() {
    return once(connection -> leases.sweep(connection, Duration.ofSeconds(30), SWEEP_BATCH));
  }

  @Override
  public int propose(EffectProposal proposal) {
    return once(connection -> proposals.propose(connection, proposal));
  }

  /** The caller has gone before its grant came: its body does not start, and we know it (law 2). */
  private void unclaimed(ClaimRequest request, ClaimAnswer answer) {
    if (answer.outcome() instanceof ClaimOutcome.Granted granted) {
      settle(
          new SettleRequest(
              granted.claim(), new Settlement.HandedBack("the grant came too late"), List.of()));
    }
  }

  private Patience patience() {
    return Patience.startingNow(settings.patience());
  }

  /** For statements that may be repeated whole, and are not worth sharing a commit. */
  private <A> A once(Work<A> work) {
    CommitStatement<Work<A>, A> statement =
        (connection, requests) -> List.of(requests.get(0).run(connection));
    A answer = new LoneCommit<>(connections, statement).run(work, patience());
    if (answer == null) {
      throw connections.unavailable(null);
    }
    return answer;
  }

  @Override
  public void close() {
    claims.close();
    settles.close();
    connections.close();
  }

  @FunctionalInterface
  private interface Work<A> {
    A run(Connection connection) throws SQLException;
  }
}
