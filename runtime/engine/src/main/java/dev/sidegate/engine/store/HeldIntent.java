package dev.sidegate.engine.store;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * An intent that waits for a person.
 *
 * @param intent how it stands; its hold reason says why it waits
 * @param owner class and method that own its effect; null if the effect was never proposed
 * @param since how long it has been so
 */
public record HeldIntent(IntentRecord intent, @Nullable String owner, Duration since) {}
