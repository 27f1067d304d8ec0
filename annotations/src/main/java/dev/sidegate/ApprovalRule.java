package dev.sidegate;

import java.util.Map;

/**
 * Decides deterministically which narrow cases need no person. Has a public constructor without
 * parameters, uses neither clock nor randomness nor the network, and never reads what a model says
 * of its own confidence. Called by several threads at once.
 */
@FunctionalInterface
public interface ApprovalRule {

  /**
   * Whether the call may pass without a person.
   *
   * @param arguments the canonical arguments by parameter name, immutable
   * @return true to let it pass; false, or any exception, sends it to a person
   */
  boolean passes(Map<String, Object> arguments);

  /** The rule's version; recorded with each decision. Raise it when the rule changes. */
  default int version() {
    return 1;
  }
}
