package dev.sidegate.engine.intent;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What an effect's provider promises about a repetition. Only a promise leads out of doubt without
 * a lookup (law 3).
 *
 * @param keyedFor for how long it takes a second request with the same key for the same request;
 *     null if it never does
 * @param idempotent whether the same call again changes nothing more
 */
public record ProviderPromise(@Nullable Duration keyedFor, boolean idempotent) {
  /** Nothing: a repetition is a second effect. */
  public static final ProviderPromise NONE = new ProviderPromise(null, false);

  /** Checks the range. */
  public ProviderPromise {
    if (keyedFor != null && (keyedFor.isNegative() || keyedFor.isZero())) {
      throw new IllegalArgumentException("a key is remembered for a while, not " + keyedFor);
    }
  }
}
