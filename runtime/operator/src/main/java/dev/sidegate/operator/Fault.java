package dev.sidegate.operator;

/**
 * Why a command did not do what was asked: what is wrong, and how to mend it. Expected, so it is
 * printed without a stack trace.
 */
public final class Fault extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ExitCode exit;
  private final String remedy;

  private Fault(ExitCode exit, String what, String remedy) {
    super(what);
    this.exit = exit;
    this.remedy = remedy;
  }

  /** The database, or this tool, says no. */
  public static Fault refused(String what, String remedy) {
    return new Fault(ExitCode.REFUSED, what, remedy);
  }

  /** The command line or a setting is wrong. */
  public static Fault usage(String what, String remedy) {
    return new Fault(ExitCode.USAGE, what, remedy);
  }

  /** No database can be asked. */
  public static Fault noDatabase(String what, String remedy) {
    return new Fault(ExitCode.NO_DATABASE, what, remedy);
  }

  /** Keeps the cause, which is shown with {@code --verbose}. */
  public Fault because(Throwable cause) {
    initCause(cause);
    return this;
  }

  /** The exit code that goes with it. */
  public ExitCode exit() {
    return exit;
  }

  /** How to mend it; empty if there is nothing to say. */
  public String remedy() {
    return remedy;
  }
}
