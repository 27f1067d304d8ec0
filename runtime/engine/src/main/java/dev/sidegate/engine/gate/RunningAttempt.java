package dev.sidegate.engine.gate;

import dev.sidegate.engine.intent.Claimed;
import dev.sidegate.engine.intent.Payload;
import dev.sidegate.engine.intent.PayloadHash;
import dev.sidegate.engine.lease.LeaseClock;
import dev.sidegate.engine.lease.Leased;
import dev.sidegate.engine.lease.LocalLease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One run of a guarded body, from the grant to the settle. Safe for many threads: the body may work
 * with several, the timer renews its lease, and the wire asks whether it still holds.
 */
public final class RunningAttempt implements Leased {
  private final Claimed claim;
  private final GuardedCall call;
  private final Payload payload;
  private final String actionKey;
  private final LocalLease lease;
  private final Duration leaseCap;
  private final TimeLeft timeLeft;
  private final WireLog wire;
  private final @Nullable RunningAttempt outer;
  private final Set<Throwable> passedThrough = Collections.newSetFromMap(new IdentityHashMap<>(1));
  private final List<String> providerRequestIds = new ArrayList<>();
  private @Nullable String receipt;
  private boolean ended;

  RunningAttempt(
      Claimed claim,
      GuardedCall call,
      Payload payload,
      String actionKey,
      LocalLease lease,
      Duration leaseCap,
      TimeLeft timeLeft,
      WireLog wire,
      @Nullable RunningAttempt outer) {
    this.claim = claim;
    this.call = call;
    this.payload = payload;
    this.actionKey = actionKey;
    this.lease = lease;
    this.leaseCap = leaseCap;
    this.timeLeft = timeLeft;
    this.wire = wire;
    this.outer = outer;
  }

  @Override
  public Claimed claim() {
    return claim;
  }

  @Override
  public Duration lease() {
    return lease.length();
  }

  @Override
  public Duration leaseCap() {
    return leaseCap;
  }

  @Override
  public void renewed(LeaseClock.Reading sentAt) {
    lease.renewed(sentAt);
  }

  @Override
  public void lost() {
    lease.lose();
  }

  /**
   * Whether something may still leave for this attempt (law 16). False once the lease has ended on
   * either clock, and for good.
   */
  public boolean leased() {
    return lease.holds();
  }

  /** Whether its deadline is further away than this. */
  boolean lasts(Duration wait) {
    return timeLeft.exceeds(wait);
  }

  /** What is sent to the provider as its idempotency key. */
  public String actionKey() {
    return actionKey;
  }

  /** The request header that carries the action key. */
  public String keyHeader() {
    return call.effect().keyHeader();
  }

  /** The effect's name, for messages. */
  public String effect() {
    return claim.key().effect();
  }

  /** Whether the body goes on until the stage that it returns completes. */
  public boolean returnsStage() {
    return call.returnsStage();
  }

  /**
   * An unsafe request is about to be written (laws 11, 16).
   *
   * @return where its answer is written down
   * @throws DepartureRefusedException if it must not be
   */
  public WireLog.Request leave(String host, String method) throws DepartureRefusedException {
    if (!leased()) {
      throw new DepartureRefusedException(effect(), "its lease ended before the request left");
    }
    return wire.leaving(effect(), host, method);
  }

  /** Where the watched clients write down what left. */
  public WireLog wire() {
    return wire;
  }

  /** What is known of its requests; to be read after its end. */
  public WireEvidence evidence() {
    return wire.evidence();
  }

  /** Keeps the provider's id of a request; it is stored on settle. */
  public synchronized void keepRequestId(String id) {
    requireRunning();
    providerRequestIds.add(id);
  }

  GuardedCall call() {
    return call;
  }

  PayloadHash payload() {
    return payload.hash();
  }

  /** What was claimed with, as it is stored. */
  public Payload stored() {
    return payload;
  }

  /** The attempt whose body made this call. */
  Optional<RunningAttempt> outer() {
    return Optional.ofNullable(outer);
  }

  /** A guarded call inside the body ended with this throwable; it is no word of this body's. */
  synchronized void passes(Throwable thrown) {
    passedThrough.add(thrown);
  }

  /** Whether a throwable came through from a guarded call inside. */
  synchronized boolean cameThrough(Throwable thrown) {
    return passedThrough.contains(thrown);
  }

  synchronized void keep(String newReceipt) {
    requireRunning();
    receipt = newReceipt;
  }

  private void requireRunning() {
    if (ended) {
      throw new IllegalStateException(
          "the attempt " + claim.attempt() + " of " + claim.operation() + " has ended");
    }
  }

  synchronized void end() {
    ended = true;
    wire.end();
  }

  /** Whether its body is over. */
  synchronized boolean hasEnded() {
    return ended;
  }

  synchronized @Nullable String receipt() {
    return receipt;
  }

  /** What the body gave, and what the wire saw. */
  synchronized List<String> providerRequestIds() {
    Set<String> ids = new LinkedHashSet<>(providerRequestIds);
    for (WireEvidence.Answer answer : wire.evidence().answers()) {
      if (answer.requestId() != null) {
        ids.add(answer.requestId());
      }
    }
    return List.copyOf(ids);
  }
}
