package dev.sidegate.agent.framework;

import java.lang.invoke.MethodHandles;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers the questions of woven frameworks. They are a courtesy: what goes wrong here leaves the
 * framework's own way, and is said once.
 */
public final class Frameworks {
  private static final Logger LOG = LoggerFactory.getLogger(Frameworks.class);
  private static final Set<String> SAID = ConcurrentHashMap.newKeySet();

  private final ToolCalls calls = new ToolCalls();
  private final LangChain4j langChain4j = new LangChain4j(calls);
  private final SpringAi springAi = new SpringAi(calls);
  private final McpServers mcpServers = new McpServers(calls);

  /** The answer to a question whose name begins with {@code framework.}. */
  public @Nullable Object answer(String question, @Nullable Object[] with) {
    return switch (question) {
      case "framework.begin" -> begin(with);
      case "framework.end" -> end(with);
      default -> throw new IllegalArgumentException(question);
    };
  }

  /** What a framework knows of the tool call around this thread's next guarded call. */
  public Map<String, String> facts() {
    return calls.facts();
  }

  /** A guarded call of this thread has ended with this throwable, or with none. */
  public void guardedCallEnded(@Nullable Throwable thrown) {
    calls.guardedCallEnded(thrown);
  }

  private @Nullable Frame begin(@Nullable Object[] with) {
    if (!(with[0] instanceof MethodHandles.Lookup lookup)
        || !(with[1] instanceof String method)
        || !(with[3] instanceof Object[] arguments)) {
      throw new IllegalArgumentException("not the agent's advice");
    }
    Class<?> woven = lookup.lookupClass();
    try {
      String name = woven.getName();
      if (name.startsWith("dev.langchain4j.")) {
        return langChain4j.begin(woven, method, with[2], arguments);
      }
      return name.startsWith("org.springframework.ai.")
          ? springAi.begin(method, with[2], arguments)
          : mcpServers.begin(woven, method, with[2]);
    } catch (ReflectiveOperationException | RuntimeException | LinkageError otherVersion) {
      unexpected(woven, otherVersion);
      return null;
    }
  }

  private static @Nullable Object[] end(@Nullable Object[] with) {
    Frame frame = (Frame) with[0];
    Frame.End own = new Frame.End(with[1], (Throwable) with[2]);
    Frame.End end = own;
    if (frame != null) {
      try {
        end = frame.end(own);
      } catch (Exception | LinkageError otherVersion) {
        unexpected(frame.getClass(), otherVersion);
      } finally {
        frame.close();
      }
    }
    return new @Nullable Object[] {end.result(), end.thrown()};
  }

  /** This version of a framework is not as expected; it goes on in its own way. */
  static void unexpected(Class<?> where, Throwable otherVersion) {
    if (SAID.add(where.getName())) {
      LOG.warn(
          "{}: this version is not as expected; a held call reaches its model as an error",
          where.getName(),
          otherVersion);
    }
  }
}
