package dev.sidegate.engine.intent;

import java.util.Arrays;

/** Why an intent does not move by itself any more and waits for a person. */
public enum HoldReason {
  /** Its attempts or its time are used up. */
  EXHAUSTED("exhausted"),
  /** The provider has something else than what was intended, or has it more than once. */
  CONFLICT("conflict"),
  /** Proof opposes what it stands as (law 12). */
  CONTRADICTED("contradicted"),
  /** Nobody can find out what happened, or nobody did in time. */
  UNDETERMINED("undetermined"),
  /** No program has an object to run it on. */
  NO_TARGET("no target"),
  /** What is stored cannot be turned back into arguments. */
  UNDECODABLE("undecodable"),
  /** Its effect's policy is another one now. */
  POLICY_CHANGED("policy changed");

  private final String text;

  HoldReason(String text) {
    this.text = text;
  }

  /** As it stands in the database, and as people read it. */
  public String text() {
    return text;
  }

  /**
   * The reason of a text.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static HoldReason of(String text) {
    return Arrays.stream(values())
        .filter(reason -> reason.text.equals(text))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no reason to hold an intent: " + text));
  }
}
