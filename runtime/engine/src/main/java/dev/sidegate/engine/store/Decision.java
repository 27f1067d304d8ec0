package dev.sidegate.engine.store;

import java.util.UUID;

/**
 * What a person says of a doubt.
 *
 * @param id made by the caller; deciding twice with one id is deciding once
 * @param operation the intent
 * @param seenVersion the intent's version that the person looked at
 * @param verdict what is said
 * @param reason why; stands in the audit
 */
public record Decision(UUID id, UUID operation, long seenVersion, Verdict verdict, String reason) {

  /** Checks that there is a reason. */
  public Decision {
    if (reason.isBlank()) {
      throw new IllegalArgumentException("a decision needs a reason");
    }
  }

  /** What can be said of a doubt. */
  public sealed interface Verdict {}

  /**
   * The effect happened.
   *
   * @param receipt the provider's id of it
   */
  public record Applied(String receipt) implements Verdict {}

  /** The effect did not happen, and no attempt can still make it happen. */
  public record NotApplied() implements Verdict {}

  /** Nobody will find out. */
  public record Abandon() implements Verdict {}
}
