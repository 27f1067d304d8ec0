package dev.sidegate.engine.failover;

import dev.sidegate.engine.intent.ClaimRequest;
import dev.sidegate.engine.intent.Claimed;
import dev.sidegate.engine.intent.LeaseOwner;
import dev.sidegate.engine.intent.SettleRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The claims that this JVM holds, and those that it settled lately: what it can assert again if the
 * database turns out to have lost them. Bounded: settled ones go after 15 minutes, the oldest first
 * beyond 10,000 or 32 MiB of payloads and results. Safe for many threads; adding takes no lock.
 */
public final class RecentClaims {
  static final Duration MEMORY = Duration.ofMinutes(15);
  static final int MOST = 10_000;
  static final long MOST_BYTES = 32L << 20;

  /** No body that anybody waits for runs so long; its end was lost together with its thread. */
  static final Duration GIVEN_UP = Duration.ofDays(1);

  private final LongSupplier nanoTime;
  private final ConcurrentMap<LeaseOwner, RecentClaim> held = new ConcurrentHashMap<>();
  private final ConcurrentMap<LeaseOwner, RecentClaim> settled = new ConcurrentHashMap<>();
  private final Queue<RecentClaim> oldestFirst = new ConcurrentLinkedQueue<>();
  private final AtomicInteger count = new AtomicInteger();
  private final AtomicLong bytes = new AtomicLong();

  /** Remembers nothing yet; only differences of the clock mean something. */
  public RecentClaims(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** A claim was granted and acknowledged. */
  public void claimed(ClaimRequest request, Claimed claim) {
    held.put(claim.owner(), new RecentClaim(request, claim, nanoTime.getAsLong()));
  }

  /** The end of its attempt was acknowledged. */
  public void settled(SettleRequest settle) {
    RecentClaim recent = held.get(settle.claim().owner());
    if (recent == null) {
      return;
    }
    recent.settle(settle, nanoTime.getAsLong());
    if (settled.putIfAbsent(settle.claim().owner(), recent) == null) {
      count.incrementAndGet();
      bytes.addAndGet(recent.bytes());
      oldestFirst.add(recent);
    }
    held.remove(settle.claim().owner(), recent);
    forgetOldest();
  }

  /** What is remembered of a claim. */
  public Optional<RecentClaim> find(LeaseOwner owner) {
    return Optional.ofNullable(held.getOrDefault(owner, settled.get(owner)));
  }

  /** All of them; of one key the earlier generation and attempt first. */
  public List<RecentClaim> all() {
    forgetOldest();
    held.values()
        .removeIf(recent -> nanoTime.getAsLong() - recent.claimedNanos() > GIVEN_UP.toNanos());
    List<RecentClaim> all = new ArrayList<>(settled.values());
    all.addAll(held.values());
    return all.stream()
        .distinct()
        .sorted(
            Comparator.comparing((RecentClaim recent) -> recent.claim().generation())
                .thenComparing(recent -> recent.claim().attempt()))
        .toList();
  }

  private void forgetOldest() {
    RecentClaim oldest = oldestFirst.peek();
    while (oldest != null && isTooMuch(oldest)) {
      RecentClaim gone = oldestFirst.poll();
      if (gone != null) {
        settled.remove(gone.claim().owner(), gone);
        count.decrementAndGet();
        bytes.addAndGet(-gone.bytes());
      }
      oldest = oldestFirst.peek();
    }
  }

  private boolean isTooMuch(RecentClaim oldest) {
    return count.get() > MOST
        || bytes.get() > MOST_BYTES
        || nanoTime.getAsLong() - oldest.settledNanos() > MEMORY.toNanos();
  }
}
