package dev.sidegate.engine.transition;

import org.jspecify.annotations.Nullable;

/**
 * A row of a table.
 *
 * @param from null: it begins so
 * @param event what happened
 * @param when under which circumstances
 * @param to the state after it; the same where only what stands beside the state changes
 * @param why the law, or the reason
 */
public record Transition<S extends Enum<S>, E extends Enum<E>>(
    @Nullable S from, E event, Circumstance when, S to, String why) {

  /** States before and after, as the database's trigger has them. */
  public String pair() {
    return from + ">" + to;
  }

  @Override
  public String toString() {
    return (from == null ? "" : from) + " --" + event + "-> " + to;
  }
}
