package dev.sidegate.engine.store;

/**
 * What a session calls itself ({@code application_name}): whose it is, which version of the tables
 * its engine was written for, and in which process it runs.
 */
final class SessionName {
  private SessionName() {}

  /** This process's engine. */
  static String ofEngine() {
    return "sidegate/" + Schema.VERSION + " process " + ProcessHandle.current().pid();
  }

  /** A command of a person. */
  static String ofOperator() {
    return "sidegate";
  }
}
