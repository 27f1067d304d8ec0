package dev.sidegate.engine.failure;

import static dev.sidegate.FailureClass.INVALID_INPUT;
import static dev.sidegate.FailureClass.PERMANENT;
import static dev.sidegate.FailureClass.RATE_LIMITED;
import static dev.sidegate.FailureClass.TRANSIENT_BEFORE_WRITE;
import static dev.sidegate.FailureClass.UNKNOWN_AFTER_START;

import dev.sidegate.FailureClass;
import java.util.EnumSet;
import java.util.Set;

/**
 * What proves that an attempt was not applied (law 4), and the classes that it leaves to choose
 * from. Doubt may always be chosen.
 */
public enum Proof {
  /** Nothing proves it. */
  NONE("nothing proves that it was not applied"),

  /** Positive evidence: the wire saw that nothing left and that nothing will. */
  NOTHING_LEFT("the wire saw that nothing left", INVALID_INPUT, PERMANENT, TRANSIENT_BEFORE_WRITE),

  /** Each unsafe request has a whole answer that the provider's contract calls "not applied". */
  DECLARED_ANSWER(
      "each unsafe request was answered as the contract's `notApplied` says",
      PERMANENT,
      RATE_LIMITED),

  /** The body says so, and the wire saw no unsafe request that was not refused. */
  BODYS_WORD(
      "the body threw `EffectFailure`, and the wire saw no unsafe request that was not refused",
      INVALID_INPUT,
      PERMANENT,
      TRANSIENT_BEFORE_WRITE,
      RATE_LIMITED);

  private final String meaning;

  @SuppressWarnings("ImmutableEnumChecker") // made by Set.copyOf
  private final Set<FailureClass> allowed;

  Proof(String meaning, FailureClass... notApplied) {
    this.meaning = meaning;
    EnumSet<FailureClass> classes = EnumSet.of(UNKNOWN_AFTER_START);
    classes.addAll(Set.of(notApplied));
    this.allowed = Set.copyOf(classes);
  }

  /** Whether a failure that rests on this proof may have this class. */
  public boolean allows(FailureClass failureClass) {
    return allowed.contains(failureClass);
  }

  String meaning() {
    return meaning;
  }
}
