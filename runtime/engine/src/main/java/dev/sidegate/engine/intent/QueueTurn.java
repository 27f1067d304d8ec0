package dev.sidegate.engine.intent;

import org.jspecify.annotations.Nullable;

/**
 * An effect's turn when a dispatcher looks at the queue.
 *
 * @param effect its name
 * @param fromScope the scope from which on it is looked at first
 * @param atOnce how many of its attempts may run at once; null for any number
 */
public record QueueTurn(String effect, String fromScope, @Nullable Integer atOnce) {}
