package dev.sidegate.engine.intent;

/**
 * What is known, at its end, of what an attempt sent.
 *
 * @param canSend whether something of it may still leave: work may be under way on a thread that
 *     nobody ties to the attempt
 * @param unsafeRequests how many requests left that may change something
 */
public record AttemptEvidence(boolean canSend, int unsafeRequests) {
  /** Nothing is known, as without the agent. */
  public static final AttemptEvidence NONE = new AttemptEvidence(true, 0);

  /** Checks the range. */
  public AttemptEvidence {
    if (unsafeRequests < 0) {
      throw new IllegalArgumentException("a number of requests, not " + unsafeRequests);
    }
  }
}
