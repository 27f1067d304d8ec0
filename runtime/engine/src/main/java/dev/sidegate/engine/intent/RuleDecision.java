package dev.sidegate.engine.intent;

/**
 * What a deterministic rule said of a call.
 *
 * @param rule the rule's class
 * @param version the rule's version
 * @param verdict what it said
 */
public record RuleDecision(String rule, int version, Verdict verdict) {

  /** What a rule can say. Only one of them lets a call pass. */
  public enum Verdict {
    /** The case is narrow enough. */
    PASSED,
    /** A person decides. */
    SAID_NO,
    /** It threw; a person decides. */
    FAILED
  }
}
