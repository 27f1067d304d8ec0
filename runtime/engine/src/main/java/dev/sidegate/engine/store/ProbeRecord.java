package dev.sidegate.engine.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One lookup about an intent.
 *
 * @param number from 1
 * @param reconciler who asked, as {@code method@version}
 * @param actor the database login
 * @param startedAt when it began
 * @param endedAt when it ended; null while it runs
 * @param verdict APPLIED, NOT_APPLIED, CONFLICT or UNDETERMINED; null while it runs
 * @param receipt the provider's id; null unless applied
 * @param detail why; null if there is nothing to say
 * @param moved whether the verdict moved the intent; false if somebody else had done so before,
 *     null while it runs
 */
public record ProbeRecord(
    int number,
    String reconciler,
    String actor,
    Instant startedAt,
    @Nullable Instant endedAt,
    @Nullable String verdict,
    @Nullable String receipt,
    @Nullable String detail,
    @Nullable Boolean moved) {}
