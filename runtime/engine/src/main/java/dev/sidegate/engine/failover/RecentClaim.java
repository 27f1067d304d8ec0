package dev.sidegate.engine.failover;

import dev.sidegate.engine.intent.ClaimRequest;
import dev.sidegate.engine.intent.Claimed;
import dev.sidegate.engine.intent.SettleRequest;
import dev.sidegate.engine.intent.Settlement;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One claim that was granted to this JVM, and how its attempt ended. Safe for many threads. */
public final class RecentClaim {
  private final ClaimRequest request;
  private final Claimed claim;
  private final long claimedNanos;
  private volatile @Nullable SettleRequest settle;
  private volatile long settledNanos;
  private volatile @Nullable UUID standing;
  private volatile boolean lost;
  private volatile boolean noticed;

  RecentClaim(ClaimRequest request, Claimed claim, long claimedNanos) {
    this.request = request;
    this.claim = claim;
    this.claimedNanos = claimedNanos;
  }

  /** What was asked for. */
  public ClaimRequest request() {
    return request;
  }

  /** What was granted. */
  public Claimed claim() {
    return claim;
  }

  /** When it was granted, on this JVM's monotonic clock. */
  public long claimedNanos() {
    return claimedNanos;
  }

  /** How the attempt ended; empty while it runs. */
  public Optional<SettleRequest> settle() {
    return Optional.ofNullable(settle);
  }

  /**
   * The claim was lost, and its key was claimed by another operation before it could be asserted:
   * what this attempt says from now on is late evidence there (law 12).
   */
  public void replacedBy(UUID operation) {
    standing = operation;
  }

  /** Whether another operation stands for its key. */
  public boolean isReplaced() {
    return standing != null;
  }

  /** The database did not have it. */
  public void lost() {
    lost = true;
  }

  /** What its loss leads to has been done. */
  public void noticed() {
    noticed = lost;
  }

  /** It was lost, and what follows from that has not been done. */
  public boolean isUnnoticedLoss() {
    return lost && !noticed;
  }

  /** The settle, sent to what stands for the claim's key: its own operation, unless replaced. */
  public SettleRequest addressed(SettleRequest end) {
    UUID other = standing;
    if (other == null) {
      return end;
    }
    Claimed own = end.claim();
    Claimed there =
        new Claimed(
            other,
            own.key(),
            own.generation(),
            own.version(),
            own.attempt(),
            own.owner(),
            own.deadline());
    return new SettleRequest(there, end.settlement(), end.providerRequestIds(), end.evidence());
  }

  void settle(SettleRequest end, long nowNanos) {
    settledNanos = nowNanos;
    settle = end;
  }

  long settledNanos() {
    return settledNanos;
  }

  long bytes() {
    long bytes = request.payload().stored().length;
    SettleRequest end = settle;
    if (end != null
        && end.settlement() instanceof Settlement.Completed completed
        && completed.result() != null) {
      bytes += completed.result().length;
    }
    return bytes;
  }
}
