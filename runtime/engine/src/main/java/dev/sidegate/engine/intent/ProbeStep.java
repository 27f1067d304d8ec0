package dev.sidegate.engine.intent;

import org.jspecify.annotations.Nullable;

/** What a finding does to a doubt. */
public enum ProbeStep {
  /** Proven: completed, with the provider's receipt. */
  COMPLETE(IntentState.COMPLETED, null),
  /** Proven not applied: the next attempt may come. */
  FAIL(IntentState.FAILED_RETRYABLE, null),
  /**
   * Not applied so far, and an attempt may still send: doubt, but the next attempt may come at
   * once, since the provider takes a repetition. Its claim compares the window again.
   */
  PERMIT(IntentState.UNKNOWN, null),
  /** Not known yet: asked again after the back-off. */
  ASK_AGAIN(IntentState.UNKNOWN, null),
  /** A person compares what the provider has with what was intended. */
  HOLD_CONFLICT(IntentState.UNKNOWN, HoldReason.CONFLICT),
  /** A person finds out. */
  HOLD_UNDETERMINED(IntentState.UNKNOWN, HoldReason.UNDETERMINED),
  /** The budget is used up and the doubt is not resolved: a person decides. */
  HOLD_EXHAUSTED(IntentState.UNKNOWN, HoldReason.EXHAUSTED);

  private final IntentState state;
  private final @Nullable HoldReason hold;

  ProbeStep(IntentState state, @Nullable HoldReason hold) {
    this.state = state;
    this.hold = hold;
  }

  /** Where the intent stands afterwards. */
  public IntentState state() {
    return state;
  }

  /** Why it waits for a person; null if it does not. */
  public @Nullable HoldReason hold() {
    return hold;
  }
}
