package dev.sidegate.engine.settings;

import dev.sidegate.engine.intent.Budget;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is set for one effect.
 *
 * @param lease how long the right to run an attempt lasts before it is renewed
 * @param leaseCap how long it is renewed at most
 * @param inProgressWait how long a caller waits for an attempt that is running elsewhere; zero
 *     answers at once
 * @param budget attempts and deadline
 * @param retry delays between attempts
 * @param reconcile how doubts are looked up
 * @param owner who decides about held cases; null if nobody is named
 * @param runbook what to do instead, for people; null if there is none
 * @param owners classes and methods, beside the first, that may own the effect
 * @param retention how long what is settled keeps payload, result and attempts
 * @param approval what is set about its approval
 * @param concurrency how many of its queued attempts run at once, over all processes; null for any
 *     number
 */
public record EffectSettings(
    Duration lease,
    Duration leaseCap,
    Duration inProgressWait,
    Budget budget,
    Retry retry,
    Reconcile reconcile,
    @Nullable String owner,
    @Nullable String runbook,
    Set<String> owners,
    Duration retention,
    ApprovalSettings approval,
    @Nullable Integer concurrency) {

  /**
   * How attempts follow each other.
   *
   * @param baseDelay the first delay's upper bound
   * @param maxDelay no delay is longer
   * @param patience how long a caller's thread may be kept by further attempts
   */
  public record Retry(Duration baseDelay, Duration maxDelay, Duration patience) {}

  /**
   * How doubts are looked up.
   *
   * @param settleDelay how long after an attempt the provider's answer is reliable, where the
   *     lookup itself does not say
   * @param limit how old a doubt becomes before it waits for a person
   */
  public record Reconcile(Duration settleDelay, Duration limit) {}

  /** As the contract says. */
  static final EffectSettings DEFAULT =
      new EffectSettings(
          Duration.ofSeconds(30),
          Duration.ofMinutes(15),
          Duration.ZERO,
          new Budget(4, Duration.ofMinutes(15)),
          new Retry(Duration.ofSeconds(2), Duration.ofSeconds(60), Duration.ofSeconds(5)),
          new Reconcile(Duration.ofSeconds(1), Duration.ofHours(24)),
          null,
          null,
          Set.of(),
          Duration.ofDays(90),
          ApprovalSettings.NONE,
          null);
}
