package dev.sidegate.engine.store;

import java.time.Duration;
import java.util.UUID;

/**
 * What a person says of an intent.
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

  /** What can be said. {@code IntentTransitions} says where. */
  public sealed interface Verdict {}

  /**
   * The effect happened.
   *
   * @param receipt the provider's id of it
   */
  public record Applied(String receipt) implements Verdict {}

  /**
   * The effect did not happen, and no attempt can still make it happen. Another attempt may follow,
   * within the budget that is left.
   */
  public record NotApplied() implements Verdict {}

  /** Nobody will find out. */
  public record Abandon() implements Verdict {}

  /**
   * More budget. It lets nothing run that doubt or a contradiction keeps from running.
   *
   * @param attempts so many more
   * @param deadline from now on at least for so long
   */
  public record Grant(int attempts, Duration deadline) implements Verdict {
    /** Checks that it grants something. */
    public Grant {
      if (attempts < 0 || deadline.isNegative() || (attempts == 0 && deadline.isZero())) {
        throw new IllegalArgumentException(
            "a grant is of attempts or of time, not " + attempts + " and " + deadline);
      }
    }
  }

  /**
   * The wish is corrected: one other payload may open the key's next generation, once.
   *
   * @param payloadHash of that payload, 32 bytes
   */
  @SuppressWarnings("ArrayRecordComponent") // copied on the way in and out
  public record Supersede(byte[] payloadHash) implements Verdict {
    /** Copies the hash. */
    public Supersede {
      if (payloadHash.length != 32) {
        throw new IllegalArgumentException(
            "a payload hash has 32 bytes, not " + payloadHash.length);
      }
      payloadHash = payloadHash.clone();
    }

    @Override
    public byte[] payloadHash() {
      return payloadHash.clone();
    }
  }

  /**
   * Another reconciler may settle this doubt than the one it arose under: it is asked at once.
   *
   * @param reconciler its identity, as a JVM names it that has it
   */
  public record Reconcile(String reconciler) implements Verdict {
    /** Checks that it names one. */
    public Reconcile {
      if (reconciler.isBlank()) {
        throw new IllegalArgumentException("a reconciler has a name");
      }
    }
  }

  /** The contradiction has been seen; how the intent stands is right. */
  public record Acknowledge() implements Verdict {}
}
