package dev.sidegate.engine.store;

import dev.sidegate.engine.intent.IntentKey;
import java.time.Instant;
import java.util.UUID;

/**
 * An attempt that has been claimed and has not ended: its body may be running.
 *
 * @param operation the intent
 * @param key the wish
 * @param attempt its number
 * @param actor the database login that claimed it
 * @param startedAt when it was claimed
 * @param leasedUntil after then it is doubt
 */
public record BodyInFlight(
    UUID operation,
    IntentKey key,
    int attempt,
    String actor,
    Instant startedAt,
    Instant leasedUntil) {}
