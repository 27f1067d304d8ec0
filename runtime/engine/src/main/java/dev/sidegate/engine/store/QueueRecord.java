package dev.sidegate.engine.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An intent's entry in the queue, as people look at it.
 *
 * @param state its state
 * @param orderKey entries with an equal one run one after the other; null if the order is free
 * @param notBefore before then nobody takes it; null if nothing but an event lets it go on
 * @param queuedAt when it was queued
 */
public record QueueRecord(
    String state, @Nullable String orderKey, @Nullable Instant notBefore, Instant queuedAt) {}
