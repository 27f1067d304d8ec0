package dev.sidegate.engine.store;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What the tables say of themselves, and what waits in them.
 *
 * @param id the installation's
 * @param schemaVersion the tables' version
 * @param servesFrom the oldest engine's version that they serve
 * @param enabled whether the row that opens everything is there and open
 * @param nothingLost whether no failover keeps effects closed; false without a row
 * @param sealedAt the newest anchor's time; null if there is none
 * @param inDoubt intents in doubt
 * @param inDoubtSince the oldest doubt's beginning; null without one
 * @param questions open questions to people
 */
public record SurveyedInstallation(
    UUID id,
    int schemaVersion,
    int servesFrom,
    boolean enabled,
    boolean nothingLost,
    @Nullable Instant sealedAt,
    long inDoubt,
    @Nullable Instant inDoubtSince,
    long questions) {}
