package dev.sidegate.engine.intent;

import java.time.Instant;
import java.util.UUID;

/**
 * The right to run one attempt.
 *
 * @param operation the intent
 * @param key the wish
 * @param generation from 1; part of the action key
 * @param version of the intent after the claim; settle compares it
 * @param attempt this attempt's number, from 1
 * @param owner this claim's token
 * @param deadline when the intent's budget ends, on the database's clock
 */
public record Claimed(
    UUID operation,
    IntentKey key,
    int generation,
    long version,
    int attempt,
    LeaseOwner owner,
    Instant deadline) {}
