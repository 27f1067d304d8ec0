package dev.sidegate.engine.intent;

import java.time.Duration;
import java.util.Collection;
import java.util.List;

/**
 * Doubts and the lookups that may end them. Safe for many threads; every method throws {@link
 * StoreUnavailableException} if the database cannot be asked.
 */
public interface ProbeStore {

  /**
   * Doubts whose time has come or comes soon, the longest due first: those that can be asked about
   * here, those that a stored receipt ends, and those that nobody could ask about for long.
   *
   * @param askable what can be asked about here
   * @param horizon how far ahead
   * @param most at most so many
   */
  List<DueProbe> dueProbes(Collection<ProbeRequest.Askable> askable, Duration horizon, int most);

  /** Begins lookups, or says why not: one answer per operation, in order. */
  List<ProbeAnswer> beginProbes(ProbeRequest request);

  /**
   * Ends a lookup.
   *
   * @return whether it moved the intent; false if somebody else had done so before
   */
  boolean endProbe(ProbeEnd end);
}
