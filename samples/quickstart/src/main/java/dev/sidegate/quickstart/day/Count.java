package dev.sidegate.quickstart.day;

/**
 * What the outside world counted for one wish or for several.
 *
 * @param done effects in the provider's book
 * @param extra effects beyond what was wished for
 * @param lost wishes without an effect
 */
record Count(int done, int extra, int lost) {
  static final Count NOTHING = new Count(0, 0, 0);

  /** Counts for one situation. */
  static Count of(int wished, int done) {
    return new Count(done, Math.max(0, done - wished), Math.max(0, wished - done));
  }

  Count plus(Count other) {
    return new Count(done + other.done, extra + other.extra, lost + other.lost);
  }

  boolean asWished() {
    return extra == 0 && lost == 0;
  }
}
