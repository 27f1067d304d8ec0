package dev.sidegate.engine.approval;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What one person said.
 *
 * @param voter as shown: X, or X for Y
 * @param yes whether it was a yes
 * @param reason why; null if nothing was said
 * @param at when
 */
public record CastVote(String voter, boolean yes, @Nullable String reason, Instant at) {}
