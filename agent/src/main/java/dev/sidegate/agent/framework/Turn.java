package dev.sidegate.agent.framework;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * One run of an agent: from the user's message to the answer. Counts the held answers for each key,
 * because frameworks let a model ask forty to a hundred times.
 */
final class Turn {
  /** From this held answer for one key on, the model is told to stop. */
  static final int TELLS_TO_STOP = 3;

  /** This held answer for one key ends the turn. */
  static final int ENDS = 5;

  private final Map<String, Integer> held = new ConcurrentHashMap<>();
  private volatile @Nullable String lastWords;

  /** This many held answers were given for a key before. */
  void counted(String key, int before) {
    held.put(key, before);
  }

  /**
   * The answer of the tool.
   *
   * @param wish names the key where no intent does
   */
  String answer(HeldCall call, String wish) {
    int count = held.merge(call.operation() == null ? wish : call.operation(), 1, Integer::sum);
    if (count < TELLS_TO_STOP) {
      return call.toToolResult();
    }
    if (count >= ENDS) {
      lastWords = call.forTheUser();
    }
    return call.toToolResult(
        "Stop: this is answer number "
            + count
            + " to the same request, and it stays the same. Call no tool for it any more; answer"
            + " the user now.");
  }

  /** What the user is told in place of the model's answer; null while the turn goes on. */
  @Nullable String lastWords() {
    return lastWords;
  }
}
