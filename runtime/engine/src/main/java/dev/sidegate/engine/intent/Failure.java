package dev.sidegate.engine.intent;

import dev.sidegate.FailureClass;
import org.jspecify.annotations.Nullable;

/**
 * What a body's throwable means.
 *
 * @param failureClass its class
 * @param exception the throwable's class name
 * @param message its message, shortened, without sensitive values; null if it had none
 */
public record Failure(FailureClass failureClass, String exception, @Nullable String message) {}
