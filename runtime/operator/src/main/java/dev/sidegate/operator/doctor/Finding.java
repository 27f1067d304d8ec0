package dev.sidegate.operator.doctor;

/**
 * One thing that was looked at.
 *
 * @param severity how bad it is
 * @param what what was found, one sentence
 * @param remedy how to mend it; empty if there is nothing to mend
 */
record Finding(Severity severity, String what, String remedy) {

  /** How bad something is. */
  enum Severity {
    /** As it should be. */
    FINE,
    /** Works, but a person should know. */
    NOTICE,
    /** Something is refused, or not as safe as it should be. */
    WRONG
  }

  static Finding fine(String what) {
    return new Finding(Severity.FINE, what, "");
  }

  static Finding notice(String what, String remedy) {
    return new Finding(Severity.NOTICE, what, remedy);
  }

  static Finding wrong(String what, String remedy) {
    return new Finding(Severity.WRONG, what, remedy);
  }

  boolean isWrong() {
    return severity == Severity.WRONG;
  }
}
