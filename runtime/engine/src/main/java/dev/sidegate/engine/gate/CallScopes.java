package dev.sidegate.engine.gate;

import dev.sidegate.engine.intent.CallContext;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is known around the calls of a thread. One per engine. */
@SuppressWarnings("ThreadLocalUsage") // one per engine, not one per class loader
public final class CallScopes {
  private final ThreadLocal<CallContext> current = new ThreadLocal<>();

  /** What is known now. */
  public CallContext current() {
    CallContext context = current.get();
    return context == null ? CallContext.NONE : context;
  }

  /** Adds to what is known; answers what was known before, to be given back to {@link #leave}. */
  public @Nullable CallContext enter(Map<String, String> more) {
    CallContext outer = current.get();
    Map<String, String> all = new HashMap<>(current().values());
    all.putAll(more);
    current.set(new CallContext(all));
    return outer;
  }

  /** Returns to what was known before. */
  public void leave(@Nullable CallContext outer) {
    if (outer == null) {
      current.remove();
    } else {
      current.set(outer);
    }
  }
}
