package dev.sidegate.operator.intent;

import dev.sidegate.engine.store.IntentRecord;
import dev.sidegate.engine.transition.IntentEvent;
import java.util.ArrayList;
import java.util.List;

/**
 * What a person may say of an operation as it stands, from the engine's own table. The database has
 * the last word: what else it looks at may have moved.
 */
final class Allowed {
  private Allowed() {}

  /** The ends of command lines, such as {@code settle OPERATION --abandon}. */
  static List<String> commands(IntentRecord intent) {
    List<String> commands = new ArrayList<>();
    for (IntentEvent decision : intent.decisions()) {
      switch (decision) {
        case DECIDED_APPLIED -> commands.add(settle(intent) + " --applied RECEIPT");
        case DECIDED_NOT_APPLIED -> commands.add(settle(intent) + " --not-applied");
        case DECIDED_ABANDON -> commands.add(settle(intent) + " --abandon");
        case DECIDED_ACKNOWLEDGE -> commands.add(settle(intent) + " --acknowledge");
        case DECIDED_RECONCILE -> commands.add(settle(intent) + " --reconcile-by RECONCILER");
        case DECIDED_GRANT ->
            commands.add("grant " + intent.operation() + " --attempts N --deadline 15m");
        case DECIDED_SUPERSEDE ->
            commands.add("supersede " + intent.operation() + " --payload HASH");
        default -> throw new IllegalStateException("no command for " + decision);
      }
    }
    return commands;
  }

  /** In a sentence. */
  static String sentence(IntentRecord intent) {
    List<String> commands = commands(intent);
    return commands.isEmpty()
        ? "Nothing is decided about it as it stands."
        : "Allowed now: " + String.join("; ", commands) + ".";
  }

  private static String settle(IntentRecord intent) {
    return "settle " + intent.operation();
  }
}
