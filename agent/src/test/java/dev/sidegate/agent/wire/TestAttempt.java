package dev.sidegate.agent.wire;

/** An attempt whose lease holds, or has ended. */
record TestAttempt(String effect, boolean leased) implements WatchedAttempt {

  @Override
  public String actionKey() {
    return "action-key-of-" + effect;
  }

  @Override
  public String keyHeader() {
    return "Idempotency-Key";
  }
}
