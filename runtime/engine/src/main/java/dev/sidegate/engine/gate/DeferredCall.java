package dev.sidegate.engine.gate;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a call that runs later, from its stored form alone.
 *
 * @param boundDigest what an approval is bound to; not copied, do not change it
 * @param arguments by parameter name, immutable; for the rule
 * @param orderKey calls with an equal one run one after the other; null if the order is free
 */
@SuppressWarnings("ArrayRecordComponent") // a digest, handed straight to the driver
public record DeferredCall(
    byte[] boundDigest, Map<String, @Nullable Object> arguments, @Nullable String orderKey) {}
