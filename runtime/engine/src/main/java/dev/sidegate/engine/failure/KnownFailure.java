package dev.sidegate.engine.failure;

import dev.sidegate.FailureClass;
import org.jspecify.annotations.Nullable;

/**
 * A row of the table of known exceptions.
 *
 * @param library who throws it
 * @param type the exception's class name; subclasses match too
 * @param sqlState what its SQLState begins with; null if it has none to look at
 * @param failureClass its class, where the proof allows it
 */
record KnownFailure(
    String library, String type, @Nullable String sqlState, FailureClass failureClass) {

  /** Whether this row speaks of a throwable's class of this name. */
  boolean covers(String className, Throwable thrown) {
    return type.equals(className) && (sqlState == null || SqlState.of(thrown).startsWith(sqlState));
  }
}
