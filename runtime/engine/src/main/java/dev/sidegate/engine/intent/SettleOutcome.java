package dev.sidegate.engine.intent;

/** What the database answered to a settle. */
public sealed interface SettleOutcome {

  /** The attempt's end is durable; the intent stands thus. */
  record Settled(IntentSnapshot intent) implements SettleOutcome {}

  /** Somebody else moved the intent meanwhile (law 12); it stands thus, the evidence is kept. */
  record Fenced(IntentSnapshot intent) implements SettleOutcome {}
}
