package dev.sidegate.engine.store;

/**
 * What a kill switch is about.
 *
 * @param effect an effect's name, or {@link #EVERY}
 * @param scope a scope, or {@link #EVERY}
 */
public record SwitchTarget(String effect, String scope) {
  /** Stands for every effect, every scope. */
  public static final String EVERY = "*";

  /** Everything. */
  public static final SwitchTarget EVERYTHING = new SwitchTarget(EVERY, EVERY);
}
