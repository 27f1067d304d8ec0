package dev.sidegate.engine.approval;

import dev.sidegate.engine.intent.IntentState;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Takes back what waits: a question, or an authorised effect that no attempt has begun.
 *
 * @param id made by the caller; withdrawing twice with one id is withdrawing once
 * @param operation the intent
 * @param seenVersion the intent's version that the person looked at; null whatever it is
 * @param reason why
 */
public record Withdrawal(UUID id, UUID operation, @Nullable Long seenVersion, String reason) {
  /** Checks that there is a reason. */
  public Withdrawal {
    if (reason.isBlank()) {
      throw new IllegalArgumentException("a withdrawal needs a reason");
    }
  }

  /**
   * What became of it.
   *
   * @param verdict in one word
   * @param state the intent's; null if there is none
   */
  public record Outcome(Verdict verdict, @Nullable IntentState state) {}

  /** What can become of it. */
  public enum Verdict {
    /** Withdrawn; repeated with its id, too. */
    DECIDED,
    /** It has begun, or ended, or is not any more what the person looked at. */
    MOVED,
    /** Neither an operator nor in the role. */
    OTHER_ROLE,
    /** The id belongs to another decision. */
    OTHER_DECISION,
    /** There is no such operation. */
    NOT_FOUND
  }
}
