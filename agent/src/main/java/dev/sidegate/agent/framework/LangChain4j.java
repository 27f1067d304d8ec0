package dev.sidegate.agent.framework;

import dev.sidegate.agent.carry.WeakIdentities;
import dev.sidegate.agent.library.Reflected;
import org.jspecify.annotations.Nullable;

/**
 * LangChain4j's AI services. A tool's exception would go to the model as an error, which also
 * cancels other tools' immediate return and may undo them; a held call becomes a result.
 *
 * <p>A turn is one invocation of an AI service, known by its {@code InvocationContext}. It ends
 * through the framework's immediate return (1.16 and newer); the model's last answer, which only
 * asks for tools, gives way to words for the user.
 */
final class LangChain4j {
  private static final String TOOLS = "dev.langchain4j.service.tool.";

  private final ToolCalls calls;
  private final WeakIdentities<Object, Turn> turns = new WeakIdentities<>();

  @SuppressWarnings("ThreadLocalUsage") // one per agent
  private final ThreadLocal<Turn> looping = new ThreadLocal<>();

  LangChain4j(ToolCalls calls) {
    this.calls = calls;
  }

  /** A woven method begins; null if its end does not matter. */
  @Nullable Frame begin(
      Class<?> woven, String method, @Nullable Object self, @Nullable Object[] with)
      throws ReflectiveOperationException {
    return switch (method) {
      case "executeWithContext" -> tool(woven, with[0], with[1]);
      case "executeWithErrorHandling" -> tool(woven, with[0], with[2]);
      case "executeInferenceAndToolsLoop" -> loop(contextAmong(with));
      case "onCompleteResponse" ->
          self == null ? null : loop(Reflected.field(self, "invocationContext"));
      case "shouldReturnImmediately" -> this::returnImmediately;
      case "finalResponse" -> this::lastResponse;
      default -> null;
    };
  }

  private @Nullable Frame tool(Class<?> woven, @Nullable Object request, @Nullable Object context)
      throws ReflectiveOperationException {
    if (request == null) {
      return null;
    }
    String name = String.valueOf(Reflected.call(request, "name"));
    String wish = name + " " + Reflected.call(request, "arguments");
    ToolCall call =
        new ToolCall("LangChain4j", name, wish, context == null ? null : turn(context))
            .fact("toolCall", Reflected.call(request, "id"));
    if (context != null) {
      call.fact("conversation", Reflected.call(context, "chatMemoryId"))
          .fact("agentRun", Reflected.call(context, "invocationId"));
    }
    return ToolFrame.begin(calls, call, new Results(woven));
  }

  private synchronized Turn turn(Object context) {
    Turn turn = turns.get(context);
    if (turn == null) {
      turn = new Turn();
      turns.put(context, turn);
    }
    return turn;
  }

  private static @Nullable Object contextAmong(@Nullable Object[] arguments) {
    for (Object argument : arguments) {
      if (argument != null && isContext(argument.getClass())) {
        return argument;
      }
    }
    return null;
  }

  private static boolean isContext(Class<?> type) {
    for (Class<?> implemented : type.getInterfaces()) {
      if (implemented.getName().equals("dev.langchain4j.invocation.InvocationContext")) {
        return true;
      }
    }
    return false;
  }

  private @Nullable Frame loop(@Nullable Object context) {
    return context == null ? null : new Loop(turn(context));
  }

  /** The framework asks whether the tools' results go to the caller instead of the model. */
  private Frame.End returnImmediately(Frame.End own) {
    return lastWords() == null ? own : Frame.End.returned(true);
  }

  /** A stream ends. */
  private Frame.End lastResponse(Frame.End own) throws ReflectiveOperationException {
    String words = lastWords();
    return words == null || own.result() == null
        ? own
        : Frame.End.returned(saying(own.result(), words));
  }

  private @Nullable String lastWords() {
    Turn turn = looping.get();
    if (turn == null) {
      looping.remove(); // asking leaves an entry behind
      return null;
    }
    return turn.lastWords();
  }

  /** The same response of the model, with these words in place of its tool requests. */
  private static Object saying(Object response, String words) throws ReflectiveOperationException {
    Class<?> message =
        Reflected.type(response.getClass(), "dev.langchain4j.data.message.AiMessage");
    Object builder = Reflected.demand(response, "toBuilder");
    return Reflected.demand(
        Reflected.demand(builder, "aiMessage", Reflected.callStatic(message, "from", words)),
        "build");
  }

  /** From the model's first answer to its last one. */
  private final class Loop implements Frame {
    private final Turn turn;
    private final @Nullable Turn outer;

    Loop(Turn turn) {
      this.turn = turn;
      this.outer = looping.get();
      looping.set(turn);
    }

    @Override
    public End end(End own) throws ReflectiveOperationException {
      String words = turn.lastWords();
      Object result = own.result();
      if (words == null
          || result == null
          || !Boolean.TRUE.equals(Reflected.call(result, "immediateToolReturn"))) {
        return own;
      }
      Object builder = Reflected.demandStatic(result.getClass(), "builder");
      for (String kept : new String[] {"intermediateResponses", "toolExecutions"}) {
        builder = Reflected.demand(builder, kept, Reflected.call(result, kept));
      }
      builder =
          Reflected.demand(
              builder, "aggregateTokenUsage", Reflected.call(result, "aggregateTokenUsage"));
      Object last = Reflected.demand(result, "finalResponse");
      builder = Reflected.demand(builder, "finalResponse", saying(last, words));
      return End.returned(Reflected.demand(builder, "build"));
    }

    @Override
    public void close() {
      if (outer == null) {
        looping.remove();
      } else {
        looping.set(outer);
      }
    }
  }

  /** Makes {@code ToolExecutionResult}s. */
  private record Results(Class<?> seenBy) implements ToolFrame.Form {

    @Override
    public Object answer(String text) throws ReflectiveOperationException {
      Class<?> type = Reflected.type(seenBy, TOOLS + "ToolExecutionResult");
      Object builder = Reflected.demandStatic(type, "builder");
      return Reflected.demand(Reflected.demand(builder, "resultText", text), "build");
    }

    @Override
    public boolean tellsOfFailure(Object answer) throws ReflectiveOperationException {
      return Boolean.TRUE.equals(Reflected.call(answer, "isError"));
    }
  }
}
