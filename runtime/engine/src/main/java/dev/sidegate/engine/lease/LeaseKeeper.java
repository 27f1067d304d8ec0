package dev.sidegate.engine.lease;

import dev.sidegate.engine.intent.Claimed;
import dev.sidegate.engine.intent.IntentStore;
import dev.sidegate.engine.intent.LeaseOwner;
import dev.sidegate.engine.intent.StoreUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the leases of this process alive and moves everybody's expired ones to doubt. One thread,
 * and one statement for all leases of one length. It ends last at shutdown: a renewal that stopped
 * early would put running attempts in doubt.
 */
public final class LeaseKeeper implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LeaseKeeper.class);
  private static final long SHORTEST_PAUSE_NANOS = Duration.ofMillis(20).toNanos();
  private static final long SWEEP_INTERVAL_NANOS = Duration.ofSeconds(5).toNanos();

  /** After an outage every holder gets this long to renew before anything is swept. */
  private static final long GRACE_NANOS = Duration.ofSeconds(30).toNanos();

  private final IntentStore store;
  private final LeaseClock clock;
  private final BooleanSupplier storeOpen;
  private final Runnable onKeep;
  private final ConcurrentMap<LeaseOwner, Kept> held = new ConcurrentHashMap<>();
  private final Thread thread;
  private volatile boolean closed;
  private volatile long wakeNanos;
  private long sweptNanos;
  private long watchedNanos;
  private long backNanos;
  private boolean away;

  /**
   * Starts the thread.
   *
   * @param storeOpen whether the store was used yet; before that there is nothing to sweep
   * @param onKeep told of each lease that is kept
   */
  public LeaseKeeper(
      IntentStore store,
      LeaseClock clock,
      BooleanSupplier storeOpen,
      Runnable onKeep,
      ThreadFactory threads) {
    this.store = store;
    this.clock = clock;
    this.storeOpen = storeOpen;
    this.onKeep = onKeep;
    long now = clock.read().monotonicNanos();
    this.wakeNanos = now;
    this.sweptNanos = now;
    this.watchedNanos = now;
    this.backNanos = now - GRACE_NANOS;
    this.thread = threads.newThread(this::run);
    thread.start();
  }

  /** Renews this lease from now on. */
  public void keep(Leased lease) {
    LeaseClock.Reading now = clock.read();
    Kept kept = new Kept(lease, now);
    held.put(lease.claim().owner(), kept);
    onKeep.run();
    if (kept.dueNanos() - wakeNanos < 0) {
      LockSupport.unpark(thread);
    }
  }

  /** Whether any lease is kept, so whether anything may be running. */
  public boolean keepsAny() {
    return !held.isEmpty();
  }

  /** Lets this lease go. */
  public void release(Leased lease) {
    held.remove(lease.claim().owner());
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
  }

  private void run() {
    while (!closed) {
      try {
        renewDue();
        watchIfDue();
        sweepIfDue();
      } catch (StoreUnavailableException unreachable) {
        noticeAway(unreachable);
      } catch (RuntimeException bug) {
        LOG.error("Renewing leases failed; they are tried again", bug);
      }
      pause();
    }
  }

  private void renewDue() {
    long now = clock.read().monotonicNanos();
    Map<Duration, List<Kept>> due = new HashMap<>();
    for (Kept kept : held.values()) {
      if (kept.isCapped(now)) {
        LOG.warn(
            "The lease of {} ({}) has reached its cap and is not renewed any more",
            kept.lease.claim().operation(),
            kept.lease.claim().key().effect());
        release(kept.lease);
      } else if (kept.dueNanos() - now <= 0) {
        due.computeIfAbsent(kept.lease.lease(), length -> new ArrayList<>()).add(kept);
      }
    }
    due.forEach(this::renew);
  }

  private void renew(Duration length, List<Kept> due) {
    List<Claimed> claims = due.stream().map(kept -> kept.lease.claim()).toList();
    LeaseClock.Reading sentAt = clock.read();
    Set<LeaseOwner> lost = store.renew(claims, length);
    noticeBack();
    for (Kept kept : due) {
      if (lost.contains(kept.lease.claim().owner())) {
        // A lease that was settled meanwhile is no longer held, and nothing was lost.
        if (held.remove(kept.lease.claim().owner(), kept)) {
          kept.lease.lost();
        }
      } else {
        kept.renewedAt = sentAt;
        kept.lease.renewed(sentAt);
      }
    }
  }

  /** Also in an outage's grace: that is when another server may have taken over. */
  private void watchIfDue() {
    long now = clock.read().monotonicNanos();
    if (storeOpen.getAsBoolean() && now - watchedNanos >= SWEEP_INTERVAL_NANOS) {
      watchedNanos = now;
      store.watch();
      noticeBack();
    }
  }

  private void sweepIfDue() {
    long now = clock.read().monotonicNanos();
    if (!storeOpen.getAsBoolean()
        || now - sweptNanos < SWEEP_INTERVAL_NANOS
        || now - backNanos < GRACE_NANOS) {
      return;
    }
    sweptNanos = now;
    int swept = store.sweep();
    noticeBack();
    if (swept > 0) {
      LOG.warn("{} attempts outlived their lease; their intents are in doubt", swept);
    }
  }

  private void noticeAway(StoreUnavailableException unreachable) {
    if (!away) {
      away = true;
      LOG.warn("Leases cannot be renewed while the database is away: {}", unreachable.getMessage());
    }
  }

  private void noticeBack() {
    if (away) {
      away = false;
      backNanos = clock.read().monotonicNanos();
    }
  }

  private void pause() {
    long now = clock.read().monotonicNanos();
    long pause = SWEEP_INTERVAL_NANOS;
    for (Kept kept : held.values()) {
      pause = Math.min(pause, kept.dueNanos() - now);
    }
    pause = Math.max(pause, SHORTEST_PAUSE_NANOS);
    wakeNanos = now + pause;
    LockSupport.parkNanos(this, pause);
  }

  private static final class Kept {
    final Leased lease;
    final long cappedNanos;
    volatile LeaseClock.Reading renewedAt;

    Kept(Leased lease, LeaseClock.Reading now) {
      this.lease = lease;
      this.cappedNanos = now.monotonicNanos() + lease.leaseCap().toNanos();
      this.renewedAt = now;
    }

    boolean isCapped(long now) {
      return now - cappedNanos >= 0;
    }

    /** A third of the lease after it was last prolonged: two renewals may fail. */
    long dueNanos() {
      return renewedAt.monotonicNanos() + lease.lease().toNanos() / 3;
    }
  }
}
