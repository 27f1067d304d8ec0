package dev.sidegate.engine.store;

import dev.sidegate.engine.intent.HoldReason;
import dev.sidegate.engine.intent.IntentKey;
import dev.sidegate.engine.intent.IntentState;
import dev.sidegate.engine.transition.Fact;
import dev.sidegate.engine.transition.IntentEvent;
import dev.sidegate.engine.transition.IntentTransitions;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An intent as people look at it: everything but payload and result.
 *
 * @param operation its public id
 * @param key the wish
 * @param generation from 1
 * @param state its state
 * @param holdReason why it is in the terminal queue; null if it is not
 * @param version rises with each transition; a decision names the one that was seen
 * @param attempts how many count against the budget
 * @param maxAttempts the budget
 * @param unresolved ended attempts of which nobody knows what they did
 * @param receipt the provider's id; null if none is known
 * @param failureClass of the last failure; null if none
 * @param failure class name of the last failure; null if none
 * @param corrects the operation that a person superseded with this one; null if none
 * @param reason why it stands as it does; null if there is nothing to say
 * @param nextTryAt before then no attempt starts; null if it does not wait
 * @param deadline no attempt starts after it
 * @param leasedUntil when the running attempt's lease ends; null if none runs
 * @param openedAt when it was first claimed
 * @param changedAt when it last moved
 * @param payloadHash in hexadecimal digits
 */
public record IntentRecord(
    UUID operation,
    IntentKey key,
    int generation,
    IntentState state,
    @Nullable String holdReason,
    long version,
    int attempts,
    int maxAttempts,
    int unresolved,
    @Nullable String receipt,
    @Nullable String failureClass,
    @Nullable String failure,
    @Nullable UUID corrects,
    @Nullable String reason,
    @Nullable Instant nextTryAt,
    Instant deadline,
    @Nullable Instant leasedUntil,
    Instant openedAt,
    Instant changedAt,
    String payloadHash) {

  /** What a person may decide about it as it stands. */
  public Set<IntentEvent> decisions() {
    Set<Fact> facts = EnumSet.noneOf(Fact.class);
    if (HoldReason.CONTRADICTED.text().equals(holdReason)) {
      facts.add(Fact.CONTRADICTED);
    }
    if (corrects != null) {
      facts.add(Fact.CORRECTION);
    }
    Set<IntentEvent> decisions = IntentTransitions.decisions(state, facts);
    if (state == IntentState.AUTHORIZED && holdReason == null) {
      decisions.remove(IntentEvent.DECIDED_GRANT); // nothing holds it
    }
    return decisions;
  }
}
