package dev.sidegate.agent.framework;

import dev.sidegate.agent.library.Reflected;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Spring AI's tool callbacks and the manager that calls them for a model's answer. An exception
 * would go to the model as text, or end the turn where its type is rethrown; a held call becomes
 * the tool's text.
 *
 * <p>A turn is what the prompt holds since the user's last message, so its held answers are counted
 * there. It ends through {@code returnDirect}.
 */
final class SpringAi {
  private final ToolCalls calls;

  @SuppressWarnings("ThreadLocalUsage") // one per agent
  private final ThreadLocal<SpringAiRound> current = new ThreadLocal<>();

  SpringAi(ToolCalls calls) {
    this.calls = calls;
  }

  /** A woven method begins; null if its end does not matter. */
  @Nullable Frame begin(String method, @Nullable Object self, @Nullable Object[] with)
      throws ReflectiveOperationException {
    return switch (method) {
      case "executeToolCalls" ->
          with[0] == null || with[1] == null ? null : round(with[0], with[1]);
      case "call" -> self == null ? null : tool(self, String.valueOf(with[0]), with[1]);
      default -> null;
    };
  }

  private Frame round(Object prompt, Object response) throws ReflectiveOperationException {
    return new Round(SpringAiRound.of(prompt, response));
  }

  private Frame tool(Object callback, String input, @Nullable Object context)
      throws ReflectiveOperationException {
    String name =
        String.valueOf(Reflected.call(Reflected.demand(callback, "getToolDefinition"), "name"));
    SpringAiRound round = current.get();
    if (round == null) {
      current.remove(); // asking leaves an entry behind
    }
    ToolCall call =
        new ToolCall(
                "Spring AI",
                name,
                SpringAiRound.wish(name, input),
                round == null ? null : round.turn())
            .fact("toolCall", round == null ? null : round.takeId(name, input))
            .fact("conversation", conversation(context));
    return ToolFrame.begin(calls, call, new Texts());
  }

  /** Spring AI hands no memory id to tools; applications put it into the tool context. */
  private static @Nullable Object conversation(@Nullable Object context)
      throws ReflectiveOperationException {
    if (context != null && Reflected.call(context, "getContext") instanceof Map<?, ?> values) {
      Object id = values.get("chat_memory_conversation_id");
      return id == null ? values.get("conversationId") : id;
    }
    return null;
  }

  /** All tool calls of one answer of the model. */
  private final class Round implements Frame {
    private final SpringAiRound round;
    private final @Nullable SpringAiRound outer;

    Round(SpringAiRound round) {
      this.round = round;
      this.outer = current.get();
      current.set(round);
    }

    @Override
    public End end(End own) throws ReflectiveOperationException {
      Object result = own.result();
      if (result == null || round.turn().lastWords() == null) {
        return own;
      }
      Class<?> type =
          Reflected.type(
              result.getClass(), "org.springframework.ai.model.tool.ToolExecutionResult");
      Object builder = Reflected.demandStatic(type, "builder");
      builder =
          Reflected.demand(
              builder, "conversationHistory", Reflected.call(result, "conversationHistory"));
      builder = Reflected.demand(builder, "returnDirect", true);
      return End.returned(Reflected.demand(builder, "build"));
    }

    @Override
    public void close() {
      if (outer == null) {
        current.remove();
      } else {
        current.set(outer);
      }
    }
  }

  /** A callback answers with the text itself. */
  private record Texts() implements ToolFrame.Form {

    @Override
    public Object answer(String text) {
      return text;
    }

    @Override
    public boolean tellsOfFailure(Object answer) {
      return false; // a callback that fails throws
    }
  }
}
