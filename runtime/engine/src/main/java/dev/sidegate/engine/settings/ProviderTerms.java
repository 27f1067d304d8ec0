package dev.sidegate.engine.settings;

import dev.sidegate.KeyFormat;
import dev.sidegate.engine.failure.DeclaredAnswers;
import dev.sidegate.engine.intent.ProviderPromise;
import java.time.Duration;
import java.util.Optional;

/**
 * What the provider of an effect promises, from its annotation or from a contract in the settings.
 *
 * @param promise about a repetition
 * @param keyFormat how it wants the action key
 * @param keyHeader the request header that carries the action key
 * @param notApplied answers that prove "not applied"
 */
public record ProviderTerms(
    ProviderPromise promise, KeyFormat keyFormat, String keyHeader, DeclaredAnswers notApplied) {

  /** What a claim adds to the longest attempt before it trusts a key. */
  private static final Duration MARGIN = Duration.ofSeconds(5);

  /** Nothing is promised. */
  public static final ProviderTerms NONE =
      new ProviderTerms(
          ProviderPromise.NONE, KeyFormat.HEX32, "Idempotency-Key", DeclaredAnswers.NONE);

  /** Whether a lost answer may be asked for again with the same key. */
  public boolean allowsRepetition() {
    return promise.keyedFor() != null || promise.idempotent();
  }

  /**
   * What a member of the contract and the retry settings say against each other; for the log.
   *
   * @param longestAttempt how long one attempt may take
   * @param retryDeadline how long after the first one attempts may start
   */
  public Optional<String> finding(Duration longestAttempt, Duration retryDeadline) {
    Duration keyedFor = promise.keyedFor();
    if (keyedFor == null || promise.idempotent()) {
      return Optional.empty();
    }
    if (keyedFor.compareTo(longestAttempt.plus(MARGIN)) <= 0) {
      return Optional.of(
          "its provider remembers keys for "
              + keyedFor
              + ", and one attempt may take "
              + longestAttempt
              + " (lease-cap): a lost answer is never asked for again by itself");
    }
    return keyedFor.compareTo(retryDeadline.plus(longestAttempt).plus(MARGIN)) >= 0
        ? Optional.empty()
        : Optional.of(
            "its provider remembers keys for "
                + keyedFor
                + ", less than attempts may go on (retry.deadline "
                + retryDeadline
                + " and lease-cap "
                + longestAttempt
                + "): towards the end a lost answer waits for a lookup or a person");
  }
}
