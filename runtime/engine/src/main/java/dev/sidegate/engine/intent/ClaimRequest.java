package dev.sidegate.engine.intent;

import java.time.Duration;

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
 */
public record ClaimRequest(
    IntentKey key,
    Payload payload,
    LeaseOwner owner,
    Duration lease,
    int policyVersion,
    Budget budget,
    CallContext context) {}
