package dev.sidegate.engine.store;

import java.util.UUID;

/**
 * What one step of pruning did, or would do.
 *
 * @param last where it stopped; the next step begins after it
 * @param examined how many operations it looked at; fewer than asked for at the end
 * @param intents how many of them are tombstones now
 * @param processes how many chains of ended processes were removed
 */
public record Pruned(UUID last, int examined, int intents, int processes) {}
