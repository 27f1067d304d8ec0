package dev.sidegate.engine.failure;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A throwable's causes, outermost first; bounded, and not caught by a circle. */
final class Causes {
  private static final int DEEPEST = 16;

  /** Say nothing of their own; what they carry was thrown. */
  private static final Set<String> WRAPPERS =
      Set.of(
          "java.util.concurrent.CompletionException",
          "java.util.concurrent.ExecutionException",
          "java.lang.reflect.UndeclaredThrowableException",
          "java.lang.reflect.InvocationTargetException");

  private Causes() {}

  static List<Throwable> of(Throwable thrown) {
    List<Throwable> causes = new ArrayList<>();
    @Nullable Throwable next = thrown;
    while (next != null && causes.size() < DEEPEST && !contains(causes, next)) {
      causes.add(next);
      next = next.getCause();
    }
    return causes;
  }

  /** What was thrown, without what only carries it. */
  static Throwable unwrapped(Throwable thrown) {
    List<Throwable> causes = of(thrown);
    for (Throwable cause : causes) {
      if (!WRAPPERS.contains(cause.getClass().getName())) {
        return cause;
      }
    }
    return thrown;
  }

  private static boolean contains(List<Throwable> causes, Throwable sought) {
    return causes.stream().anyMatch(cause -> cause == sought);
  }
}
