package dev.sidegate.engine.approval;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a person sees before he decides. The same for commands, pages and messages.
 *
 * @param asked the intent and its question
 * @param shownKey the key as people read it
 * @param what will happen, in words
 * @param arguments by parameter, in order; a mask stands for each sensitive value
 * @param unreadable why the arguments cannot be shown here; null if they are
 * @param onRepetition what happens if it has to be sent once more
 * @param actions what may be done now
 */
public record ApprovalCard(
    Asked asked,
    String shownKey,
    String what,
    Map<String, @Nullable Object> arguments,
    @Nullable String unreadable,
    String onRepetition,
    List<Action> actions) {
  /** Copies the collections; the order of the arguments stays. */
  public ApprovalCard {
    arguments = Collections.unmodifiableMap(new LinkedHashMap<>(arguments));
    actions = List.copyOf(actions);
  }

  /** What can be done about a question. */
  public enum Action {
    /** Say yes. */
    APPROVE,
    /** Say no, with a reason. */
    REJECT,
    /** Take it back, with a reason. */
    CANCEL
  }
}
