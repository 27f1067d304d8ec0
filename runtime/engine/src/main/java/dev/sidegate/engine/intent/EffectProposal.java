package dev.sidegate.engine.intent;

/**
 * What a JVM says of an effect before its first claim.
 *
 * @param effect the effect's name
 * @param owner class and method that own it, such as {@code com.acme.Refunds#refund}
 * @param policy the policy in canonical text; empty for an inline effect without approval
 */
public record EffectProposal(String effect, String owner, String policy) {}
