package dev.sidegate.agent.framework;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The tool calls that are under way, by thread. A thread that ends one keeps nothing of it. */
@SuppressWarnings("ThreadLocalUsage") // one per agent
final class ToolCalls {
  private final ThreadLocal<ToolCall> current = new ThreadLocal<>();
  private final AtomicInteger underWay = new AtomicInteger();

  /** A tool call begins in this thread; answers the one around it. */
  @Nullable ToolCall begin(ToolCall call) {
    ToolCall outer = underWay.getAndIncrement() == 0 ? null : current.get();
    current.set(call);
    return outer;
  }

  /** It has ended. */
  void end(@Nullable ToolCall outer) {
    underWay.decrementAndGet();
    if (outer == null) {
      current.remove();
    } else {
      current.set(outer);
    }
  }

  /** What the framework knows of the tool call around this thread's next guarded call. */
  Map<String, String> facts() {
    ToolCall call = here();
    return call == null ? Map.of() : call.facts();
  }

  /** A guarded call of this thread has ended, held with this throwable or with none. */
  void guardedCallEnded(@Nullable Throwable thrown) {
    ToolCall call = here();
    if (call != null) {
      call.guardedCallEnded(thrown != null && HeldCall.isHeld(thrown) ? thrown : null);
    }
  }

  private @Nullable ToolCall here() {
    if (underWay.get() == 0) {
      return null;
    }
    ToolCall call = current.get();
    if (call == null) {
      current.remove(); // asking leaves an entry behind
    }
    return call;
  }
}
