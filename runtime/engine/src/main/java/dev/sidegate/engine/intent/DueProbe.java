package dev.sidegate.engine.intent;

import java.time.Duration;
import java.util.UUID;

/**
 * A doubt that is to be asked about.
 *
 * @param operation the intent
 * @param effect its effect
 * @param until its time comes; zero if it has
 */
public record DueProbe(UUID operation, String effect, Duration until) {}
