package dev.sidegate.engine.intent;

/**
 * The database does not have a claim that it had granted, and this JVM remembers too little of it
 * to assert it again. No repetition helps; only people can find out.
 */
public final class LostClaimException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Says which. */
  public LostClaimException(Claimed claim, Throwable cause) {
    super(
        "the attempt %d of operation %s (%s) ended, and the database does not know it: %s"
            .formatted(
                claim.attempt(), claim.operation(), claim.key().effect(), cause.getMessage()),
        cause);
  }
}
