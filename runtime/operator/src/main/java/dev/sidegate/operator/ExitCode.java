package dev.sidegate.operator;

/** How a command ended, for scripts. */
public enum ExitCode {
  /** Done, or nothing to complain about. */
  DONE(0),
  /** Refused, not found, or findings. */
  REFUSED(1),
  /** The command line or a setting is wrong. */
  USAGE(2),
  /** There is no database to ask. */
  NO_DATABASE(3);

  private final int code;

  ExitCode(int code) {
    this.code = code;
  }

  /** The process's exit code. */
  public int code() {
    return code;
  }
}
