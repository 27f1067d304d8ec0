package dev.sidegate.agent.framework;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A framework's call of one tool, as long as it lasts in its thread. */
final class ToolCall {
  private final Map<String, String> facts = new LinkedHashMap<>();
  private final String wish;
  private final @Nullable Turn turn;
  private @Nullable Throwable held;

  /**
   * A call.
   *
   * @param wish what the model asks for: the tool and its arguments
   * @param turn whose call it is; null where the framework does not say
   */
  ToolCall(String framework, String tool, String wish, @Nullable Turn turn) {
    this.wish = wish;
    this.turn = turn;
    facts.put("framework", framework);
    facts.put("tool", tool);
  }

  /** Writes down what the framework knows of it. */
  ToolCall fact(String name, @Nullable Object value) {
    String text = value == null ? "" : value.toString();
    if (!text.isEmpty()) {
      facts.put(name, text);
    }
    return this;
  }

  /** For the audit; never a part of a key. */
  Map<String, String> facts() {
    return facts;
  }

  /** A guarded call inside it has ended: held with this, or with null. */
  void guardedCallEnded(@Nullable Throwable heldWith) {
    held = heldWith;
  }

  /** The held call that the tool last met; where only that it failed is known. */
  @Nullable HeldCall lastHeld() {
    return HeldCall.in(held);
  }

  /** The answer of the tool. */
  String answer(HeldCall call) {
    return turn == null ? call.toToolResult() : turn.answer(call, wish);
  }
}
