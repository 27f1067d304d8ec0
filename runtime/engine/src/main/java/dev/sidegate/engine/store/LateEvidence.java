package dev.sidegate.engine.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What an attempt reported after it had lost its intent (law 12).
 *
 * @param attempt its number
 * @param kind COMPLETED, RECEIPT, RETRYABLE, TERMINAL or DOUBT
 * @param at when it was reported
 * @param actor the database login
 * @param receipt the provider's id; null if none was given
 * @param failure class name of what was thrown; null if it did not fail
 * @param message of what was thrown; null if there is none
 * @param verdict CONFIRMED, CONTRADICTED, or KEPT where it says nothing new; null while the running
 *     attempt's end is awaited
 */
public record LateEvidence(
    int attempt,
    String kind,
    Instant at,
    String actor,
    @Nullable String receipt,
    @Nullable String failure,
    @Nullable String message,
    @Nullable String verdict) {}
