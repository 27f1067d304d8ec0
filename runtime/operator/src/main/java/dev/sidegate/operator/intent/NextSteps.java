package dev.sidegate.operator.intent;

import dev.sidegate.engine.store.IntentRecord;
import dev.sidegate.operator.Shown;
import java.util.List;

/** What can be done about an operation as it stands, and by whom. */
final class NextSteps {
  private NextSteps() {}

  static List<String> of(IntentRecord intent) {
    String settle = "sidegate settle " + intent.operation();
    return switch (intent.state()) {
      case UNKNOWN ->
          List.of(
              "It may have happened, and nothing repeats it by itself. Look into the provider's book:",
              settle + " --applied RECEIPT --reason …   it is there, under this id",
              settle + " --not-applied --reason …       it is not there, and cannot come any more",
              settle + " --abandon --reason …           nobody can find out");
      case PROCESSING ->
          List.of(
              "An attempt is running. If its process is gone, this becomes UNKNOWN after "
                  + Shown.time(intent.leasedUntil())
                  + ".");
      case FAILED_RETRYABLE ->
          List.of(
              intent.holdReason() == null
                  ? "Nothing happened. The next call of this key may try again."
                  : "Nothing happened, and the budget is spent: no call tries again.");
      case AWAITING_HUMAN ->
          List.of(
              "Nothing has run. Somebody in the role says:",
              "sidegate approve " + intent.operation() + "               exactly this runs, once",
              "sidegate reject " + intent.operation() + " --reason …   nothing runs");
      case AUTHORIZED ->
          List.of(
              "It waits for its time or its worker. Until then:",
              "sidegate cancel " + intent.operation() + " --reason …");
      case COMPLETED, FAILED_TERMINAL, REJECTED, CANCELLED, EXPIRED, ABANDONED -> List.of();
    };
  }
}
