package dev.sidegate.engine.intent;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Asks for an effect that does not run in its caller's thread: one that needs a yes, has a cancel
 * window, or is queued. Which of them, the effect's policy says.
 *
 * @param key the wish
 * @param payload compared with the stored hash
 * @param boundDigest what an approval is bound to: over free text too; not copied, do not change it
 * @param policyVersion the version of the effect's policy that this JVM knows
 * @param budget attempts, and how long it may take from the yes on
 * @param delay before it may start, from the yes on; zero if it may at once
 * @param orderKey entries with an equal one run one after the other; null if the order is free
 * @param reconciler identity of the effect's reconciler; null if it has none
 * @param settleDelay how long after a doubt arose its reconciler is asked
 * @param rule what the effect's rule said; null if it has none, or the JVM does not know it
 * @param question what people are asked with, if they are asked
 * @param context for the audit
 */
@SuppressWarnings("ArrayRecordComponent") // a digest, handed straight to the driver
public record EnqueueRequest(
    IntentKey key,
    Payload payload,
    byte[] boundDigest,
    int policyVersion,
    Budget budget,
    Duration delay,
    @Nullable String orderKey,
    @Nullable String reconciler,
    Duration settleDelay,
    @Nullable RuleDecision rule,
    Question question,
    CallContext context) {}
