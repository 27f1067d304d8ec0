package dev.sidegate.engine.gate;

import dev.sidegate.engine.intent.CallContext;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is known around the calls of a thread. One per engine. */
@SuppressWarnings("ThreadLocalUsage") // one per engine, not one per class loader
public final class CallScopes {
  private final ThreadLocal<Known> current = new ThreadLocal<>();

  /**
   * What a thread knows.
   *
   * @param context the values of the scopes around the call
   * @param planning whether a plan is only made, so that no guarded call may run
   */
  public record Known(CallContext context, boolean planning) {
    static final Known NOTHING = new Known(CallContext.NONE, false);

    boolean isNothing() {
      return !planning && context.values().isEmpty();
    }
  }

  /** The values that are known now. */
  public CallContext current() {
    return known().context();
  }

  /** Whether planning is under way in this thread. */
  public boolean planning() {
    return known().planning();
  }

  /** Adds to what is known; answers what was known before, to be given back to {@link #leave}. */
  public @Nullable Known enter(Map<String, String> more) {
    Known outer = current.get();
    Map<String, String> all = new HashMap<>(known().context().values());
    all.putAll(more);
    current.set(new Known(new CallContext(all), known().planning()));
    return outer;
  }

  /** Begins to plan; answers what was known before, to be given back to {@link #leave}. */
  public @Nullable Known plan() {
    Known outer = current.get();
    current.set(new Known(known().context(), true));
    return outer;
  }

  /** Returns to what was known before. */
  public void leave(@Nullable Known outer) {
    if (outer == null) {
      current.remove();
    } else {
      current.set(outer);
    }
  }

  /** What is known now; nothing stays behind in a thread that knows nothing. */
  Known known() {
    Known known = current.get();
    if (known == null) {
      current.remove();
      return Known.NOTHING;
    }
    return known;
  }

  /** This thread knows exactly this from now on; answers what it knew before. */
  @Nullable Known take(Known known) {
    Known before = current.get();
    leave(known.isNothing() ? null : known);
    return before;
  }
}
