package dev.sidegate.engine.intent;

/**
 * One row of the kill switch. Only the global one, for every effect and scope, opens; all others
 * only close (law 11).
 *
 * @param effect the effect, or {@code *} for every one
 * @param scope the scope, or {@code *} for every one
 * @param reason why it stands so
 */
public record SwitchRow(String effect, String scope, boolean enabled, String reason) {
  private static final String EVERY = "*";

  /** Whether the row is about this effect and scope. */
  public boolean concerns(String thatEffect, String thatScope) {
    return (effect.equals(EVERY) || effect.equals(thatEffect))
        && (scope.equals(EVERY) || scope.equals(thatScope));
  }

  /** Whether this is the row without which everything is closed. */
  public boolean opensEverything() {
    return enabled && effect.equals(EVERY) && scope.equals(EVERY);
  }
}
