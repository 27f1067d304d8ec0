package dev.sidegate.quickstart.day;

/**
 * What the outside world counted for one wish or for several.
 *
 * @param done effects in the provider's book
 * @param twice effects beyond the one wished for
 * @param lost wishes without an effect
 */
record Count(int done, int twice, int lost) {
  static final Count NOTHING = new Count(0, 0, 0);

  /** Counts for one wish. */
  static Count of(int done) {
    return new Count(done, Math.max(0, done - 1), done == 0 ? 1 : 0);
  }

  Count plus(Count other) {
    return new Count(done + other.done, twice + other.twice, lost + other.lost);
  }

  boolean asWished() {
    return twice == 0 && lost == 0;
  }
}
