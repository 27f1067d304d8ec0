package dev.sidegate.engine.store;

import dev.sidegate.engine.approval.LinkToken;
import dev.sidegate.engine.audit.AuditStore;
import dev.sidegate.engine.audit.ProcessEvents;
import dev.sidegate.engine.failover.RecentClaims;
import dev.sidegate.engine.intent.CallContext;
import dev.sidegate.engine.intent.ClaimOutcome;
import dev.sidegate.engine.intent.ClaimRequest;
import dev.sidegate.engine.intent.Claimed;
import dev.sidegate.engine.intent.DispatchOutcome;
import dev.sidegate.engine.intent.DispatchRequest;
import dev.sidegate.engine.intent.DispatchStore;
import dev.sidegate.engine.intent.DueEntries;
import dev.sidegate.engine.intent.DueProbe;
import dev.sidegate.engine.intent.EffectProposal;
import dev.sidegate.engine.intent.EnqueueRequest;
import dev.sidegate.engine.intent.HandOver;
import dev.sidegate.engine.intent.IntentKey;
import dev.sidegate.engine.intent.IntentStore;
import dev.sidegate.engine.intent.LeaseOwner;
import dev.sidegate.engine.intent.LostClaimException;
import dev.sidegate.engine.intent.Payload;
import dev.sidegate.engine.intent.ProbeAnswer;
import dev.sidegate.engine.intent.ProbeEnd;
import dev.sidegate.engine.intent.ProbeRequest;
import dev.sidegate.engine.intent.ProbeStore;
import dev.sidegate.engine.intent.QueueTurn;
import dev.sidegate.engine.intent.SettleOutcome;
import dev.sidegate.engine.intent.SettleRequest;
import dev.sidegate.engine.intent.StoreUnavailableException;
import dev.sidegate.engine.intent.SwitchRow;
import dev.sidegate.engine.notify.Notice;
import dev.sidegate.engine.notify.NoticeStore;
import dev.sidegate.engine.operation.FoundOperation;
import dev.sidegate.engine.operation.Insertion;
import dev.sidegate.engine.operation.OperationStore;
import dev.sidegate.engine.operation.OutboxRequest;
import dev.sidegate.engine.operation.Outcome;
import dev.sidegate.engine.operation.OutcomeStore;
import dev.sidegate.engine.operation.RequestEnd;
import dev.sidegate.engine.operation.RequestStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Intents and audit chains in PostgreSQL. */
public final class PostgresStore
    implements IntentStore,
        AuditStore,
        ProbeStore,
        NoticeStore,
        OperationStore,
        RequestStore,
        OutcomeStore,
        DispatchStore,
        AutoCloseable {
  /** Leases that one sweep moves; the rest waits for the next. */
  private static final int SWEEP_BATCH = 500;

  /** After a restart of the server every holder gets this long to renew before it is swept. */
  private static final Duration SWEEP_GRACE = Duration.ofSeconds(30);

  private final StoreSettings settings;
  private final StoreConnections connections;
  private final SharedCommit<ClaimRequest, ClaimAnswer> claims;
  private final SharedCommit<SettleRequest, SettleOutcome> settles;
  private final SharedCommit<EnqueueRequest, ClaimOutcome> enqueues;
  private final OwnConnection keeper;
  private final OwnConnection watcher;
  private final Orphans orphans;
  private final RecentClaims recent;
  private final ServerWatch watch;
  private final LeaseStatements leases = new LeaseStatements();
  private final ClaimConfirmation confirmation = new ClaimConfirmation();
  private final ReceiptStatement receipts = new ReceiptStatement();
  private final NoticeStatements notices = new NoticeStatements();
  private final Query<Integer> expiry =
      new Query<>("expire_approvals", row -> row.getInt("expired"));
  private final OperationStatement operations = new OperationStatement();
  private final RequestStatements requests = new RequestStatements();
  private final OutcomeStatements outcomes = new OutcomeStatements();
  private final ProposeStatement proposals = new ProposeStatement();
  private final Query<SwitchRow> switches =
      new Query<>(
          "read_switches",
          row ->
              new SwitchRow(
                  row.getString("effect"),
                  row.getString("scope"),
                  row.getBoolean("enabled"),
                  row.getString("reason")));
  private final AuditStatements audit = new AuditStatements();
  private final ProbeStatements probes = new ProbeStatements();
  private final DispatchStatements queue = new DispatchStatements();
  private final Dispatching dispatching;
  private final Announcements announcements;

  private PostgresStore(
      StoreSettings settings,
      StoreConnections connections,
      RecentClaims recent,
      ServerWatch watch) {
    this.settings = settings;
    this.recent = recent;
    this.watch = watch;
    this.connections = connections;
    this.keeper = new OwnConnection(connections);
    this.watcher = new OwnConnection(connections);
    this.orphans = new Orphans(settings.statementTimeout());
    this.announcements = new Announcements(connections);
    this.dispatching =
        new Dispatching(
            request -> once(connection -> queue.dispatch(connection, request)),
            claim -> !once(connection -> confirmation.confirm(connection, claim)).isEmpty(),
            recent,
            orphans);
    this.claims =
        new SharedCommit<>("claim", connections, new ClaimStatement(), new ClaimCoalescing());
    this.settles =
        new SharedCommit<>("settle", connections, new SettleStatement(), new SettleCoalescing());
    this.enqueues =
        new SharedCommit<>("enqueue", connections, new EnqueueStatement(), new EnqueueCoalescing());
  }

  /**
   * Opens the store. A database that is away is waited for by each call, not here; one that answers
   * and is not fit to hold claims is refused.
   *
   * @throws StoreUnavailableException if the database is not durable, not migrated, of another
   *     version, or behind a pooler that drops the session's settings
   */
  public static PostgresStore open(StoreSettings settings) {
    RecentClaims recent = new RecentClaims(System::nanoTime);
    ServerWatch watch = new ServerWatch(recent);
    StoreConnections connections = StoreConnections.of(settings, watch);
    try {
      connections.open().close();
      return new PostgresStore(settings, connections, recent, watch);
    } catch (SQLException e) {
      if (SqlFailure.of(e) == SqlFailure.CONNECTION_LOST) {
        return new PostgresStore(settings, connections, recent, watch);
      }
      connections.close();
      throw connections.unavailable(e);
    }
  }

  @Override
  public ClaimOutcome claim(ClaimRequest request) {
    int changes = watch.changes();
    try {
      ClaimOutcome outcome = outcome(claims.run(request, patience()));
      if (outcome instanceof ClaimOutcome.Granted granted) {
        recent.claimed(request, granted.claim());
        noticeChange(changes);
      }
      return outcome;
    } catch (StoreUnavailableException e) {
      orphans.add(request);
      throw e;
    }
  }

  /** Another server may have answered: what it said is looked for on this one. */
  private void noticeChange(int changesBefore) {
    if (watch.changes() != changesBefore) {
      watch.lookAgain();
    }
  }

  private ClaimOutcome outcome(@Nullable ClaimAnswer answer) {
    if (answer == null) {
      return new ClaimOutcome.Contended();
    }
    if (answer.proof() == ClaimAnswer.Proof.READ
        && answer.outcome() instanceof ClaimOutcome.Granted granted) {
      return confirmed(granted);
    }
    return answer.outcome();
  }

  /**
   * The first try's acknowledgement was lost, and with it the word that a synchronous standby has
   * the row. Commits are replicated in order: an acknowledged later one proves it.
   */
  private ClaimOutcome confirmed(ClaimOutcome.Granted granted) {
    Claimed claim = granted.claim();
    List<Integer> confirmed = once(connection -> confirmation.confirm(connection, claim));
    if (confirmed.isEmpty()) {
      throw connections.unavailable(null);
    }
    return granted;
  }

  @Override
  public ClaimOutcome enqueue(EnqueueRequest request) {
    ClaimOutcome answer = enqueues.run(request, patience());
    return answer == null ? new ClaimOutcome.Contended() : answer;
  }

  @Override
  public SettleOutcome settle(SettleRequest request) {
    int changes = watch.changes();
    SettleOutcome outcome;
    try {
      outcome = settled(request);
    } catch (StoreUnavailableException e) {
      if (!(e.getCause() instanceof MissingIntentException missing)) {
        throw e;
      }
      outcome = settled(asserted(request, missing));
    }
    recent.settled(request);
    noticeChange(changes);
    return outcome;
  }

  /** The database lost the claim: it gets it back, as far as this JVM remembers it. */
  private SettleRequest asserted(SettleRequest request, MissingIntentException missing) {
    List<SettleRequest> addressed =
        once(connection -> watch.reassert(connection, request).stream().toList());
    if (addressed.isEmpty()) {
      throw new LostClaimException(request.claim(), missing);
    }
    return addressed.get(0);
  }

  private SettleOutcome settled(SettleRequest request) {
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
  public boolean keepReceipt(Claimed claim, String receipt) {
    return once(connection -> receipts.keep(connection, claim, receipt));
  }

  @Override
  public Set<LeaseOwner> renew(Collection<Claimed> claims, Duration lease) {
    return on(keeper, connection -> leases.renew(connection, claims, lease));
  }

  @Override
  public int sweep() {
    return on(
        keeper,
        connection -> {
          orphans.handBack(connection, this::settle);
          expiry.run(connection, parameters -> parameters.object("batch", SWEEP_BATCH));
          return leases.sweep(connection, SWEEP_GRACE, SWEEP_BATCH);
        });
  }

  @Override
  public void watch() {
    on(
        keeper,
        connection -> {
          watch.check(connection);
          return connection;
        });
  }

  @Override
  public int propose(EffectProposal proposal) {
    return once(connection -> proposals.propose(connection, proposal));
  }

  @Override
  public boolean unwatch(Claimed claim) {
    return once(connection -> leases.unwatch(connection, claim));
  }

  @Override
  public List<SwitchRow> switches() {
    return on(watcher, connection -> switches.run(connection, parameters -> {}));
  }

  @Override
  public boolean record(ProcessEvents events) {
    return once(connection -> audit.record(connection, events));
  }

  @Override
  public List<DueProbe> dueProbes(
      Collection<ProbeRequest.Askable> askable, Duration horizon, int most) {
    return once(connection -> probes.due(connection, askable, horizon, most));
  }

  @Override
  public List<ProbeAnswer> beginProbes(ProbeRequest request) {
    return once(connection -> probes.begin(connection, request));
  }

  @Override
  public boolean endProbe(ProbeEnd end) {
    return once(connection -> probes.end(connection, end));
  }

  @Override
  public DueEntries due(List<QueueTurn> turns, int most) {
    return once(connection -> queue.due(connection, turns, most));
  }

  @Override
  public List<DispatchOutcome> dispatch(DispatchRequest request) {
    int changes = watch.changes();
    List<DispatchOutcome> outcomes = dispatching.dispatch(request);
    noticeChange(changes);
    return outcomes;
  }

  @Override
  public boolean handOver(HandOver request) {
    return once(connection -> queue.handOver(connection, request));
  }

  @Override
  public void announce() {
    once(
        connection -> {
          queue.announce(connection);
          return connection;
        });
  }

  @Override
  public boolean awaitAnnouncement(Duration most) {
    try {
      return announcements.await(most);
    } catch (SQLException e) {
      throw connections.unavailable(e);
    }
  }

  @Override
  public Sealed seal(Duration pause) {
    return once(connection -> audit.seal(connection, pause));
  }

  @Override
  public List<Notice> take(Collection<String> channels, int most, Duration lease) {
    return once(connection -> notices.take(connection, channels, most, lease));
  }

  @Override
  public void told(Notice notice) {
    once(
        connection -> {
          notices.told(connection, notice);
          return notice;
        });
  }

  @Override
  public void failed(Notice notice, String error, Duration delay) {
    once(
        connection -> {
          notices.failed(connection, notice, error, delay);
          return notice;
        });
  }

  @Override
  public Map<UUID, FoundOperation> operations(Collection<UUID> ids) {
    return once(connection -> operations.find(connection, List.copyOf(ids)));
  }

  @Override
  public Insertion insertion(IntentKey key, Payload payload, CallContext context) {
    return once(connection -> requests.insertion(connection, key, payload, context));
  }

  @Override
  public List<OutboxRequest> takeRequests(Collection<String> effects, int most, Duration lease) {
    return once(connection -> requests.take(connection, effects, most, lease));
  }

  @Override
  public void endRequest(OutboxRequest request, RequestEnd end, Duration delay) {
    done(connection -> requests.end(connection, request, end, delay));
  }

  @Override
  public List<Outcome> takeOutcomes(Collection<String> effects, int most, Duration lease) {
    return once(connection -> outcomes.take(connection, effects, most, lease));
  }

  @Override
  public void outcomeTold(Outcome outcome) {
    done(connection -> outcomes.end(connection, outcome, null, Duration.ZERO));
  }

  @Override
  public void outcomeFailed(Outcome outcome, String error, Duration delay) {
    done(connection -> outcomes.end(connection, outcome, error, delay));
  }

  @Override
  public boolean keep(UUID approval, String approver, LinkToken token) {
    return once(connection -> notices.keep(connection, approval, approver, token));
  }

  private void done(Step step) {
    once(
        connection -> {
          step.run(connection);
          return this;
        });
  }

  @FunctionalInterface
  private interface Step {
    void run(Connection connection) throws SQLException;
  }

  private Patience patience() {
    return Patience.startingNow(settings.patience());
  }

  private <A> A on(OwnConnection own, OwnConnection.Statement<A> statement) {
    try {
      return own.run(statement);
    } catch (SQLException e) {
      throw connections.unavailable(e);
    }
  }

  /** For statements that may be repeated whole, and are not worth sharing a commit. */
  private <A> A once(OwnConnection.Statement<A> work) {
    CommitStatement<OwnConnection.Statement<A>, A> statement =
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
    enqueues.close();
    keeper.close();
    watcher.close();
    announcements.close();
    connections.close();
  }
}
