package dev.sidegate.operator.intent;

import dev.sidegate.engine.store.IntentRecord;
import dev.sidegate.operator.Shown;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What can be done about an operation as it stands, and by whom. */
final class NextSteps {
  private NextSteps() {}

  static List<String> of(IntentRecord intent) {
    List<String> lines = new ArrayList<>(standing(intent));
    Allowed.commands(intent)
        .forEach(command -> lines.add("sidegate " + command + " --reason …" + meaning(command)));
    return lines;
  }

  private static List<String> standing(IntentRecord intent) {
    if ("contradicted".equals(intent.holdReason())) {
      return List.of(
          "Evidence opposes how it stands: it may have happened twice, or against what was said.",
          "Look into the provider's book. It stays as it is until you say what is right:");
    }
    return switch (intent.state()) {
      case UNKNOWN ->
          List.of(
              intent.holdReason() == null
                  ? "It may have happened. Its provider is asked, or takes a repetition; you may"
                      + " decide sooner:"
                  : "It may have happened, and nothing repeats it by itself. Look into the provider's"
                      + " book:");
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
              waiting(intent.holdReason()),
              "sidegate cancel " + intent.operation() + " --reason …");
      case COMPLETED, FAILED_TERMINAL, REJECTED, CANCELLED, EXPIRED, ABANDONED -> List.of();
    };
  }

  /** Why a queued one does not run, and what mends it. */
  private static String waiting(@Nullable String hold) {
    return switch (hold == null ? "" : hold) {
      case "undecodable" ->
          "Parked, nothing was sent: what is stored is not what was allowed, or this version of the"
              + " program reads it differently. Its bytes are kept. Mend that, then grant; or:";
      case "policy changed" ->
          "Parked, nothing was sent: it was allowed under another policy than the one in force. The"
              + " same call asks anew; or:";
      case "no target" ->
          "Nothing was sent: no program had an object to run it on in its time. Run one that has,"
              + " or name one with Sidegate.target or a TargetResolver, then grant; or:";
      case "exhausted" -> "Parked, nothing was sent: its budget is used up. Grant more; or:";
      default -> "It waits for its time or its worker. Until then:";
    };
  }

  private static String meaning(String command) {
    if (command.endsWith("--applied RECEIPT")) {
      return "   it is there, under this id";
    }
    if (command.endsWith("--not-applied")) {
      return "   it is not there, and cannot come any more";
    }
    if (command.endsWith("--abandon")) {
      return "   nobody can find out";
    }
    if (command.endsWith("--reconcile-by RECONCILER")) {
      return "   another reconciler may ask";
    }
    if (command.endsWith("--acknowledge")) {
      return "   how it stands is right";
    }
    return command.startsWith("grant") ? "   more budget" : "   one other payload corrects it";
  }
}
