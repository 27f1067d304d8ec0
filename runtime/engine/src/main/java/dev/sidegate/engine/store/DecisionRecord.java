package dev.sidegate.engine.store;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a person decided about an intent.
 *
 * @param decision its id
 * @param kind APPLIED, NOT_APPLIED, ABANDON, GRANT, SUPERSEDE, ACKNOWLEDGE, RECONCILE or CANCEL
 * @param seen the version that the person looked at
 * @param receipt that the person named; null if none
 * @param reason why
 * @param attempts that were granted; null if none
 * @param deadline that was granted; null if none
 * @param payloadHash that may correct the intent, in hexadecimal digits; null if none
 * @param reconciler that may settle the doubt; null if none was named
 * @param decidedAt when
 * @param decidedBy by which login
 */
public record DecisionRecord(
    UUID decision,
    String kind,
    long seen,
    @Nullable String receipt,
    String reason,
    @Nullable Integer attempts,
    @Nullable Instant deadline,
    @Nullable String payloadHash,
    @Nullable String reconciler,
    Instant decidedAt,
    String decidedBy) {}
