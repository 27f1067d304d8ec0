package dev.sidegate.engine.gate;

import dev.sidegate.engine.intent.CallContext;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** What is known around the calls of a thread. One per engine. */
@SuppressWarnings("ThreadLocalUsage") // one per engine, not one per class loader
public final class CallScopes {
  private final ThreadLocal<Known> current = new ThreadLocal<>();
  private final AtomicInteger threads = new AtomicInteger();

  /**
   * What a thread knows.
   *
   * @param context the values of the scopes around the call
   * @param planning whether a plan is only made, so that no guarded call may run
   * @param capturing takes the guarded call that is to run later; null if calls run here
   */
  public record Known(CallContext context, boolean planning, @Nullable CapturedCall capturing) {
    static final Known NOTHING = new Known(CallContext.NONE, false, null);

    boolean isNothing() {
      return !planning && capturing == null && context.values().isEmpty();
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

  /** Takes this thread's guarded call; null if calls run here. */
  @Nullable CapturedCall capturing() {
    return known().capturing();
  }

  /** Adds to what is known; answers what was known before, to be given back to {@link #leave}. */
  public @Nullable Known enter(Map<String, String> more) {
    Known outer = here();
    Map<String, String> all = new HashMap<>(known().context().values());
    all.putAll(more);
    leave(new Known(new CallContext(all), known().planning(), known().capturing()));
    return outer;
  }

  /** Begins to plan; answers what was known before, to be given back to {@link #leave}. */
  public @Nullable Known plan() {
    Known outer = here();
    leave(new Known(known().context(), true, known().capturing()));
    return outer;
  }

  /** Begins to capture; answers what was known before, to be given back to {@link #leave}. */
  @Nullable Known capture(CapturedCall capturing) {
    Known outer = here();
    leave(new Known(known().context(), known().planning(), capturing));
    return outer;
  }

  /** Returns to what was known before. */
  public void leave(@Nullable Known outer) {
    boolean knew = here() != null;
    if (outer == null) {
      current.remove();
    } else {
      current.set(outer);
    }
    threads.addAndGet((outer == null ? 0 : 1) - (knew ? 1 : 0));
  }

  /** A thread that asks and knows nothing keeps nothing of having asked. */
  private @Nullable Known here() {
    if (threads.get() == 0) {
      return null;
    }
    Known known = current.get();
    if (known == null) {
      current.remove();
    }
    return known;
  }

  /** What is known now. */
  Known known() {
    Known known = here();
    return known == null ? Known.NOTHING : known;
  }

  /** This thread knows exactly this from now on; answers what it knew before. */
  @Nullable Known take(Known known) {
    Known before = here();
    leave(known.isNothing() ? null : known);
    return before;
  }
}
