package dev.sidegate.engine.key;

import org.jspecify.annotations.Nullable;

/**
 * What {@code {scope.…}} stands for.
 *
 * @param tenant the tenant set around the call; null if none is
 * @param trigger the business event set around the call; null if none is
 */
public record KeyScope(@Nullable String tenant, @Nullable String trigger) {
  /** Nothing is set. */
  public static final KeyScope NONE = new KeyScope(null, null);
}
