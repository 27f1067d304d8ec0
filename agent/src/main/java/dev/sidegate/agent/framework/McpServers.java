package dev.sidegate.agent.framework;

import dev.sidegate.agent.library.Reflected;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Tool handlers of the MCP Java SDK's servers. An exception would reach the client as an internal
 * error of the protocol; a held call becomes the tool's result. A tool with an output schema gets
 * it marked as an error, because the server drops every other result that the schema does not know.
 *
 * <p>A server sees no turns: held answers are counted per session, and nothing here can end the
 * client's turn. The third answer only says so.
 */
final class McpServers {
  private static final int SESSIONS = 1_000;

  private final ToolCalls calls;
  private final Map<String, Turn> sessions =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Turn> eldest) {
          return size() > SESSIONS;
        }
      };

  McpServers(ToolCalls calls) {
    this.calls = calls;
  }

  /** A specification's handler is asked for; it is given with the adapter around it. */
  @Nullable Frame begin(Class<?> woven, String method, @Nullable Object self) {
    if (!method.equals("callHandler") || self == null) {
      return null;
    }
    boolean sync = woven.getSimpleName().startsWith("Sync");
    return own -> {
      if (!(own.result() instanceof BiFunction<?, ?, ?> handler) || handler instanceof Handler) {
        return own;
      }
      Object schema = Reflected.call(Reflected.demand(self, "tool"), "outputSchema");
      Results results = new Results(woven, schema != null);
      return Frame.End.returned(
          sync ? new SyncHandler(handler, results) : new AsyncHandler(handler, results));
    };
  }

  private ToolCall call(@Nullable Object exchange, Object request)
      throws ReflectiveOperationException {
    String name = String.valueOf(Reflected.call(request, "name"));
    String session = session(exchange);
    return new ToolCall(
            "MCP",
            name,
            name + " " + Reflected.call(request, "arguments"),
            session == null ? null : turn(session))
        .fact("conversation", session);
  }

  /** Servers without sessions hand over a transport context instead. */
  private static @Nullable String session(@Nullable Object exchange)
      throws ReflectiveOperationException {
    return exchange != null && exchange.getClass().getSimpleName().endsWith("ServerExchange")
        ? (String) Reflected.call(exchange, "sessionId")
        : null;
  }

  private Turn turn(String session) {
    synchronized (sessions) {
      return sessions.computeIfAbsent(session, unseen -> new Turn());
    }
  }

  /** The application's handler, with the adapter around it. */
  private abstract class Handler implements BiFunction<Object, Object, Object> {
    private final BiFunction<Object, Object, Object> handler;
    final Results results;

    @SuppressWarnings("unchecked")
    Handler(BiFunction<?, ?, ?> handler, Results results) {
      this.handler = (BiFunction<Object, Object, Object>) handler;
      this.results = results;
    }

    @Override
    public Object apply(Object exchange, Object request) {
      ToolCall call;
      try {
        call = call(exchange, request);
      } catch (ReflectiveOperationException | RuntimeException | LinkageError otherVersion) {
        Frameworks.unexpected(request.getClass(), otherVersion);
        return handler.apply(exchange, request);
      }
      ToolCall outer = calls.begin(call);
      try {
        return returned(handler.apply(exchange, request), call);
      } catch (RuntimeException thrown) {
        HeldCall held = HeldCall.in(thrown);
        if (held == null) {
          throw thrown;
        }
        return threw(held, call, thrown);
      } finally {
        calls.end(outer);
      }
    }

    abstract Object returned(Object result, ToolCall call);

    abstract Object threw(HeldCall held, ToolCall call, RuntimeException thrown);
  }

  private final class SyncHandler extends Handler {
    SyncHandler(BiFunction<?, ?, ?> handler, Results results) {
      super(handler, results);
    }

    @Override
    Object returned(Object result, ToolCall call) {
      try {
        HeldCall held = call.lastHeld(); // adapters of annotations answer with the message alone
        return held != null && results.tellsOfFailure(result)
            ? results.answer(call.answer(held))
            : result;
      } catch (ReflectiveOperationException otherVersion) {
        Frameworks.unexpected(result.getClass(), otherVersion);
        return result;
      }
    }

    @Override
    Object threw(HeldCall held, ToolCall call, RuntimeException thrown) {
      try {
        return results.answer(call.answer(held));
      } catch (ReflectiveOperationException otherVersion) {
        Frameworks.unexpected(results.seenBy, otherVersion);
        throw thrown;
      }
    }
  }

  private final class AsyncHandler extends Handler {
    AsyncHandler(BiFunction<?, ?, ?> handler, Results results) {
      super(handler, results);
    }

    @Override
    Object returned(Object mono, ToolCall call) {
      Predicate<Throwable> held = thrown -> HeldCall.in(thrown) != null;
      Function<Throwable, Object> answer =
          thrown -> {
            HeldCall found = HeldCall.in(thrown);
            if (found == null || !(thrown instanceof RuntimeException unchecked)) {
              throw new IllegalStateException(thrown);
            }
            return threw(found, call, unchecked);
          };
      try {
        return Reflected.demand(mono, "onErrorResume", held, answer);
      } catch (ReflectiveOperationException otherVersion) {
        Frameworks.unexpected(mono.getClass(), otherVersion);
        return mono;
      }
    }

    @Override
    Object threw(HeldCall held, ToolCall call, RuntimeException thrown) {
      try {
        Class<?> mono = Reflected.type(results.seenBy, "reactor.core.publisher.Mono");
        return Reflected.demandStatic(mono, "just", results.answer(call.answer(held)));
      } catch (ReflectiveOperationException otherVersion) {
        Frameworks.unexpected(results.seenBy, otherVersion);
        throw thrown;
      }
    }
  }

  /** Makes {@code CallToolResult}s. */
  private record Results(Class<?> seenBy, boolean withSchema) implements ToolFrame.Form {

    @Override
    public Object answer(String text) throws ReflectiveOperationException {
      Class<?> type =
          Reflected.type(seenBy, "io.modelcontextprotocol.spec.McpSchema$CallToolResult");
      Object builder = Reflected.demandStatic(type, "builder");
      builder = Reflected.demand(builder, "addTextContent", text);
      return Reflected.demand(Reflected.demand(builder, "isError", withSchema), "build");
    }

    @Override
    public boolean tellsOfFailure(Object answer) throws ReflectiveOperationException {
      return Boolean.TRUE.equals(Reflected.call(answer, "isError"));
    }
  }
}
