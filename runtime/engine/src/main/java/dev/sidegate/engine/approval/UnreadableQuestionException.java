package dev.sidegate.engine.approval;

/** What the question is about cannot be shown here, so it cannot be approved here. */
public final class UnreadableQuestionException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Says why, and what to do. */
  public UnreadableQuestionException(String message) {
    super(message);
  }
}
