package dev.sidegate.engine.intent;

import java.util.Set;

/**
 * What a JVM says of an effect before its first claim.
 *
 * @param effect the effect's name
 * @param owner class and method that own it, such as {@code com.acme.Refunds#refund}
 * @param allowedOwners owners beside this one that the settings allow; if the database's is among
 *     them, both may own the effect
 * @param policy the policy in canonical text; empty for an inline effect without approval
 */
public record EffectProposal(
    String effect, String owner, Set<String> allowedOwners, String policy) {
  /** Copies the owners. */
  public EffectProposal {
    allowedOwners = Set.copyOf(allowedOwners);
  }
}
