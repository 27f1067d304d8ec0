package dev.sidegate.operator.intent;

import dev.sidegate.engine.key.ShownKey;
import dev.sidegate.engine.store.IntentRecord;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An operation as scripts get it.
 *
 * @param operation the public id
 * @param state its state
 * @param effect what was wished
 * @param scope where; empty by default
 * @param key as it is compared
 * @param shownKey as people read it
 * @param generation from 1
 * @param version names what was seen, for {@code settle --version}
 * @param attempts how many count
 * @param maxAttempts the budget
 * @param unresolved ended attempts of which nobody knows what they did
 * @param holdReason why it waits for a person; null if it does not
 * @param receipt the provider's id; null if none is known
 * @param failureClass of the last failure
 * @param failure class name of the last failure
 * @param reason why it stands as it does
 * @param nextTryAt before then no attempt starts
 * @param deadline after then none starts
 * @param leasedUntil when the running attempt's lease ends
 * @param openedAt when it was first claimed
 * @param changedAt when it last moved
 * @param payloadHash SHA-256
 */
public record IntentView(
    String operation,
    String state,
    String effect,
    String scope,
    String key,
    String shownKey,
    int generation,
    long version,
    int attempts,
    int maxAttempts,
    int unresolved,
    @Nullable String holdReason,
    @Nullable String receipt,
    @Nullable String failureClass,
    @Nullable String failure,
    @Nullable String reason,
    @Nullable String nextTryAt,
    String deadline,
    @Nullable String leasedUntil,
    String openedAt,
    String changedAt,
    String payloadHash) {

  static IntentView of(IntentRecord intent) {
    return new IntentView(
        intent.operation().toString(),
        intent.state().name(),
        intent.key().effect(),
        intent.key().scope(),
        intent.key().key(),
        ShownKey.of(intent.key().key()),
        intent.generation(),
        intent.version(),
        intent.attempts(),
        intent.maxAttempts(),
        intent.unresolved(),
        intent.holdReason(),
        intent.receipt(),
        intent.failureClass(),
        intent.failure(),
        intent.reason(),
        text(intent.nextTryAt()),
        intent.deadline().toString(),
        text(intent.leasedUntil()),
        intent.openedAt().toString(),
        intent.changedAt().toString(),
        intent.payloadHash());
  }

  private static @Nullable String text(@Nullable Instant time) {
    return time == null ? null : time.toString();
  }
}
