package dev.sidegate.agent.start;

/** The engine could not be started; guarded calls are refused. */
final class EngineStartException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String reason;

  EngineStartException(Throwable cause) {
    super(cause);
    this.reason = "Sidegate's engine cannot start: " + cause.getMessage();
  }

  String reason() {
    return reason;
  }
}
