package dev.sidegate.engine.gate;

import dev.sidegate.EffectStatus;
import dev.sidegate.Executed;
import dev.sidegate.RetryAdvice;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a caller is told where its own run gives no result.
 *
 * @param status what became of the wish
 * @param executed whether the outside world was changed
 * @param retry whether the same call may be made again
 * @param message the sentence for the model
 * @param operation the intent; null if there is none
 * @param reason for people and logs; null if there is nothing to add
 * @param receipt the provider's id; null if none is known
 * @param failure class name of the original exception; null if there is none
 */
public record HeldAnswer(
    EffectStatus status,
    Executed executed,
    RetryAdvice retry,
    String message,
    @Nullable String operation,
    @Nullable String reason,
    @Nullable String receipt,
    @Nullable String failure) {

  static HeldAnswer of(EffectStatus status, Executed executed, RetryAdvice retry, String message) {
    return new HeldAnswer(status, executed, retry, message, null, null, null, null);
  }

  /** The action is not set up correctly; for faults outside the gate. */
  public static HeldAnswer refused(String reason) {
    return HeldAnswers.refused(reason);
  }

  /** Nothing can be decided now; for faults outside the gate. */
  public static HeldAnswer unavailable(@Nullable String reason) {
    return HeldAnswers.unavailable(reason);
  }

  HeldAnswer of(@Nullable String newOperation) {
    return new HeldAnswer(status, executed, retry, message, newOperation, reason, receipt, failure);
  }

  HeldAnswer because(@Nullable String newReason) {
    return new HeldAnswer(status, executed, retry, message, operation, newReason, receipt, failure);
  }

  HeldAnswer provenBy(@Nullable String newReceipt) {
    return new HeldAnswer(status, executed, retry, message, operation, reason, newReceipt, failure);
  }

  HeldAnswer failedWith(@Nullable String newFailure) {
    return new HeldAnswer(status, executed, retry, message, operation, reason, receipt, newFailure);
  }

  /** The form in which it passes the door. */
  public Map<String, String> toMap() {
    Map<String, String> map = new LinkedHashMap<>();
    map.put("status", status.wireName());
    map.put("executed", executed.wireName());
    map.put("retry", retry.wireName());
    map.put("message", message);
    put(map, "operation", operation);
    put(map, "reason", reason);
    put(map, "receipt", receipt);
    put(map, "failure", failure);
    return map;
  }

  private static void put(Map<String, String> map, String name, @Nullable String value) {
    if (value != null) {
      map.put(name, value);
    }
  }
}
