package dev.sidegate.engine.intent;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An intent as the database has it at one moment.
 *
 * @param operation its public id
 * @param state its state
 * @param version rises with each transition
 * @param generation from 1
 * @param attempts how many attempts were claimed so far
 * @param hash the stored payload's identity
 * @param result the stored result; null if there is none or it cannot be stored
 * @param receipt the provider's id; null if none is known
 * @param failure class name of the last failure; null if none
 * @param reason why it stands as it does, without sensitive values; null if there is nothing to say
 * @param nextTryAt before then no attempt starts; null if it does not wait
 * @param hold why it waits for a person; null if it does not
 */
@SuppressWarnings("ArrayRecordComponent") // the result comes straight from the driver
public record IntentSnapshot(
    UUID operation,
    IntentState state,
    long version,
    int generation,
    int attempts,
    PayloadHash hash,
    byte @Nullable [] result,
    @Nullable String receipt,
    @Nullable String failure,
    @Nullable String reason,
    @Nullable Instant nextTryAt,
    @Nullable HoldReason hold) {}
