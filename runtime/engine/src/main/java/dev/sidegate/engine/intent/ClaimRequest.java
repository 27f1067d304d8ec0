package dev.sidegate.engine.intent;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Asks for the right to run one attempt.
 *
 * @param key the wish
 * @param payload compared with the stored hash inside the claim
 * @param owner this claim's token
 * @param lease how long the right lasts, on the database's clock
 * @param policyVersion the version of the effect's policy that this JVM knows
 * @param budget attempts and deadline; applies when the claim opens a new intent
 * @param context for the audit
 * @param promise what the provider promises about a repetition
 * @param longestAttempt how long this attempt may last: the cap of its lease
 * @param notAfter no attempt starts after it, and a new intent's deadline is no later: the outer
 *     attempt's deadline of a nested call; null if there is none
 * @param reconciler who may end a doubt by asking the provider, as {@code method@version}; null if
 *     nobody
 * @param settleDelay how long after a doubt arose the provider is asked at the earliest
 * @param watched whether the wire's lease check covers everything that this JVM's attempts send
 */
public record ClaimRequest(
    IntentKey key,
    Payload payload,
    LeaseOwner owner,
    Duration lease,
    int policyVersion,
    Budget budget,
    CallContext context,
    ProviderPromise promise,
    Duration longestAttempt,
    @Nullable Instant notAfter,
    @Nullable String reconciler,
    Duration settleDelay,
    boolean watched) {}
