package dev.sidegate.engine;

import dev.sidegate.engine.approval.LinkToken;
import dev.sidegate.engine.audit.AuditStore;
import dev.sidegate.engine.audit.ProcessEvents;
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
import dev.sidegate.engine.intent.IntentState;
import dev.sidegate.engine.intent.IntentStore;
import dev.sidegate.engine.intent.LeaseOwner;
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
import dev.sidegate.engine.lease.LeaseClock;
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
import dev.sidegate.engine.store.PostgresStore;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Opens the database at the first question, not at the program's start, and again when it could not
 * be opened. One caller opens, on a thread of the engine's (a virtual thread would pin, and an
 * application's loader would leak into the pool); the others wait for it, in bounded time.
 */
final class OpeningStore
    implements IntentStore,
        AuditStore,
        ProbeStore,
        NoticeStore,
        OperationStore,
        RequestStore,
        OutcomeStore,
        DispatchStore {
  private static final long PAUSE_AFTER_FAILURE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Supplier<PostgresStore> opener;
  private final Executor threads;
  private final LeaseClock clock;
  private final Duration patience;
  private final ReentrantLock opening = new ReentrantLock();
  private volatile @Nullable PostgresStore opened;
  private @Nullable StoreUnavailableException lastFailure;
  private long failedAtNanos;
  private volatile Runnable doubt = () -> {};
  private volatile Consumer<UUID> settled = operation -> {};
  private volatile Runnable queued = () -> {};

  OpeningStore(
      Supplier<PostgresStore> opener, Executor threads, LeaseClock clock, Duration patience) {
    this.opener = opener;
    this.threads = threads;
    this.clock = clock;
    this.patience = patience;
  }

  @Override
  public ClaimOutcome claim(ClaimRequest request) {
    return store().claim(request);
  }

  @Override
  public ClaimOutcome enqueue(EnqueueRequest request) {
    ClaimOutcome outcome = store().enqueue(request);
    if (outcome instanceof ClaimOutcome.Standing standing
        && standing.intent().state() == IntentState.AUTHORIZED) {
      queued.run();
    }
    return outcome;
  }

  @Override
  public SettleOutcome settle(SettleRequest request) {
    SettleOutcome outcome = store().settle(request);
    settled.accept(request.claim().operation());
    if (outcome instanceof SettleOutcome.Settled settled
        && settled.intent().state() == IntentState.UNKNOWN) {
      doubt.run();
    }
    if (outcome instanceof SettleOutcome.Settled settled
        && settled.intent().state() == IntentState.AUTHORIZED) {
      queued.run();
    }
    return outcome;
  }

  /** Tells of each intent that this process leaves to dispatchers. */
  void onQueued(Runnable listener) {
    queued = listener;
  }

  @Override
  public DueEntries due(List<QueueTurn> turns, int most) {
    return store().due(turns, most);
  }

  @Override
  public List<DispatchOutcome> dispatch(DispatchRequest request) {
    return store().dispatch(request);
  }

  @Override
  public boolean handOver(HandOver request) {
    boolean moved = store().handOver(request);
    if (moved) {
      queued.run();
    }
    return moved;
  }

  @Override
  public void announce() {
    store().announce();
  }

  @Override
  public boolean awaitAnnouncement(Duration most) {
    return store().awaitAnnouncement(most);
  }

  /** Tells of each doubt that this process settles; its time to be asked about comes soon. */
  void onDoubt(Runnable listener) {
    doubt = listener;
  }

  /** Tells of each intent that this process has settled. */
  void onSettled(Consumer<UUID> listener) {
    settled = listener;
  }

  @Override
  public Map<UUID, FoundOperation> operations(Collection<UUID> ids) {
    return store().operations(ids);
  }

  @Override
  public Insertion insertion(IntentKey key, Payload payload, CallContext context) {
    return store().insertion(key, payload, context);
  }

  @Override
  public List<OutboxRequest> takeRequests(Collection<String> effects, int most, Duration lease) {
    return store().takeRequests(effects, most, lease);
  }

  @Override
  public void endRequest(OutboxRequest request, RequestEnd end, Duration delay) {
    store().endRequest(request, end, delay);
  }

  @Override
  public List<Outcome> takeOutcomes(Collection<String> effects, int most, Duration lease) {
    return store().takeOutcomes(effects, most, lease);
  }

  @Override
  public void outcomeTold(Outcome outcome) {
    store().outcomeTold(outcome);
  }

  @Override
  public void outcomeFailed(Outcome outcome, String error, Duration delay) {
    store().outcomeFailed(outcome, error, delay);
  }

  @Override
  public boolean keepReceipt(Claimed claim, String receipt) {
    return store().keepReceipt(claim, receipt);
  }

  @Override
  public Set<LeaseOwner> renew(Collection<Claimed> claims, Duration lease) {
    return store().renew(claims, lease);
  }

  @Override
  public int sweep() {
    return store().sweep();
  }

  @Override
  public void watch() {
    store().watch();
  }

  @Override
  public int propose(EffectProposal proposal) {
    return store().propose(proposal);
  }

  @Override
  public boolean unwatch(Claimed claim) {
    return store().unwatch(claim);
  }

  @Override
  public List<SwitchRow> switches() {
    return store().switches();
  }

  @Override
  public boolean record(ProcessEvents events) {
    return store().record(events);
  }

  @Override
  public List<DueProbe> dueProbes(
      Collection<ProbeRequest.Askable> askable, Duration horizon, int most) {
    return store().dueProbes(askable, horizon, most);
  }

  @Override
  public List<ProbeAnswer> beginProbes(ProbeRequest request) {
    return store().beginProbes(request);
  }

  @Override
  public boolean endProbe(ProbeEnd end) {
    return store().endProbe(end);
  }

  @Override
  public Sealed seal(Duration pause) {
    return store().seal(pause);
  }

  @Override
  public List<Notice> take(Collection<String> channels, int most, Duration lease) {
    return store().take(channels, most, lease);
  }

  @Override
  public void told(Notice notice) {
    store().told(notice);
  }

  @Override
  public void failed(Notice notice, String error, Duration delay) {
    store().failed(notice, error, delay);
  }

  @Override
  public boolean keep(UUID approval, String approver, LinkToken token) {
    return store().keep(approval, approver, token);
  }

  /** Whether a store was opened; the timers have nothing to do before. */
  boolean isOpen() {
    return opened != null;
  }

  @Override
  public void close() {
    closeIfOpen(opened);
  }

  private PostgresStore store() {
    PostgresStore store = opened;
    return store != null ? store : open();
  }

  private PostgresStore open() {
    try {
      if (!opening.tryLock(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new StoreUnavailableException(
            "the database is still being opened after " + patience.toMillis() + " ms", null);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new StoreUnavailableException(
          "interrupted while the database was being opened", interrupted);
    }
    try {
      PostgresStore store = opened;
      if (store == null) {
        refuseSoonAfterAFailure();
        store = openOrRemember();
        opened = store;
      }
      return store;
    } finally {
      opening.unlock();
    }
  }

  private PostgresStore openOrRemember() {
    try {
      return openOnOwnThread();
    } catch (StoreUnavailableException failed) {
      lastFailure = failed;
      failedAtNanos = clock.read().monotonicNanos();
      throw failed;
    }
  }

  private void refuseSoonAfterAFailure() {
    StoreUnavailableException failure = lastFailure;
    if (failure != null
        && clock.read().monotonicNanos() - failedAtNanos < PAUSE_AFTER_FAILURE_NANOS) {
      throw new StoreUnavailableException(String.valueOf(failure.getMessage()), failure);
    }
  }

  private PostgresStore openOnOwnThread() {
    CompletableFuture<PostgresStore> store = CompletableFuture.supplyAsync(opener, threads);
    try {
      return store.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof StoreUnavailableException away) {
        throw away;
      }
      throw new StoreUnavailableException(
          "the database cannot be opened: " + failed.getCause(), failed.getCause());
    } catch (TimeoutException late) {
      closeWhenItOpens(store);
      throw new StoreUnavailableException(
          "the database could not be opened within " + patience.toMillis() + " ms", late);
    } catch (InterruptedException interrupted) {
      closeWhenItOpens(store);
      Thread.currentThread().interrupt();
      throw new StoreUnavailableException(
          "interrupted while the database was being opened", interrupted);
    }
  }

  /** Nobody waits for it any more. */
  private static void closeWhenItOpens(CompletableFuture<PostgresStore> late) {
    CompletableFuture<PostgresStore> unused =
        late.whenComplete((store, failure) -> closeIfOpen(store));
  }

  private static void closeIfOpen(@Nullable PostgresStore store) {
    if (store != null) {
      store.close();
    }
  }
}
