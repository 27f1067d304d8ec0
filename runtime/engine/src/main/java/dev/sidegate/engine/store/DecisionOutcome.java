package dev.sidegate.engine.store;

import java.util.UUID;

/** What became of a decision. */
public sealed interface DecisionOutcome {

  /** It is in force, by this call or an earlier one with the same id; the intent stands thus. */
  record Decided(IntentRecord intent) implements DecisionOutcome {}

  /** The intent is no longer what the person looked at, or does not allow it; it stands thus. */
  record Moved(IntentRecord intent) implements DecisionOutcome {}

  /** The decision's id belongs to another decision. */
  record OtherDecision(UUID id) implements DecisionOutcome {}

  /** There is no such operation. */
  record NotFound(UUID operation) implements DecisionOutcome {}
}
