package dev.sidegate.engine.killswitch;

import dev.sidegate.engine.intent.SwitchRow;
import dev.sidegate.engine.lease.LeaseClock.Reading;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Whether an attempt's first unsafe request may leave, by what was last read (law 11). Pure: rows
 * and clock readings in, decision out.
 *
 * @param rows the kill switch as the database had it
 * @param askedAt the clocks when the rows were asked for
 */
record SwitchPermit(List<SwitchRow> rows, Reading askedAt) {

  /** Knowledge that is older is none, on either clock: a frozen process must not act on it. */
  static final Duration LONGEST_AGE = Duration.ofSeconds(2);

  /**
   * Why it may not leave; empty if it may. The claim read the switch too, and found it open.
   *
   * @param claimSentAt the clocks when the attempt's claim was sent
   */
  Optional<String> refusal(String effect, String scope, Reading claimSentAt, Reading now) {
    boolean readSinceTheClaim = askedAt.monotonicNanos() - claimSentAt.monotonicNanos() >= 0;
    if (readSinceTheClaim) {
      Optional<String> closed = closed(effect, scope);
      if (closed.isPresent()) {
        return closed;
      }
    }
    Reading known = readSinceTheClaim ? askedAt : claimSentAt;
    return isFresh(known, now)
        ? Optional.empty()
        : Optional.of(
            "the kill switch could not be read for more than "
                + LONGEST_AGE.toSeconds()
                + " s, and what is not known to be open is closed");
  }

  private Optional<String> closed(String effect, String scope) {
    for (SwitchRow row : rows) {
      if (!row.enabled() && row.concerns(effect, scope)) {
        return Optional.of(
            "the kill switch was closed for effect "
                + row.effect()
                + ", scope "
                + row.scope()
                + ": "
                + row.reason());
      }
    }
    return rows.stream().anyMatch(SwitchRow::opensEverything)
        ? Optional.empty()
        : Optional.of("the kill switch has no row that opens it");
  }

  private static boolean isFresh(Reading known, Reading now) {
    return now.monotonicNanos() - known.monotonicNanos() <= LONGEST_AGE.toNanos()
        && now.wallMillis() - known.wallMillis() <= LONGEST_AGE.toMillis();
  }
}
