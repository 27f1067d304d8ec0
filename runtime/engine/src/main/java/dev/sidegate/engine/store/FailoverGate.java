package dev.sidegate.engine.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Whether effects that are neither keyed nor idempotent may run, after a failover or restore.
 *
 * @param systemIdentifier of the server that the tables know; null if it does not say
 * @param timeline of that server; null if it does not say
 * @param synchronous whether every standby has every acknowledged commit
 * @param open whether they may run
 * @param reason why it was opened or closed
 * @param changedAt when
 * @param changedBy by which login
 */
public record FailoverGate(
    @Nullable String systemIdentifier,
    @Nullable Long timeline,
    boolean synchronous,
    boolean open,
    String reason,
    Instant changedAt,
    String changedBy) {}
