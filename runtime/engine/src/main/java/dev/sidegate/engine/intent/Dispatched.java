package dev.sidegate.engine.intent;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The right to run one attempt of a queued intent, and what it is to be run with.
 *
 * @param claim the right
 * @param left how long its deadline was away when the database answered
 * @param payload the arguments as they are stored
 * @param boundDigest what its yes is bound to; null if nobody was asked; not copied, do not change
 * @param context what was known around the call
 */
@SuppressWarnings("ArrayRecordComponent") // a digest, straight from the driver
public record Dispatched(
    Claimed claim,
    Duration left,
    Payload payload,
    byte @Nullable [] boundDigest,
    CallContext context) {}
