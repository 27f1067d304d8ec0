package dev.sidegate.engine.property;

import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A law over generated values. The seed is fixed, so that a failure comes again; a value that
 * breaks the law is made smaller, step by step, while it still breaks it.
 *
 * @param generator makes a value
 * @param smaller values a little simpler than the given one, simplest first; empty for the simplest
 * @param <T> what the law is about
 */
public record Property<T>(Function<Random, T> generator, Function<T, List<T>> smaller) {
  private static final int MAX_STEPS = 10_000;

  /** Tries the law, which throws {@link AssertionError} or any exception where it does not hold. */
  public void holds(long seed, int runs, Consumer<T> law) {
    Random random = new Random(seed);
    for (int run = 0; run < runs; run++) {
      T value = generator.apply(random);
      Throwable failure = failure(law, value);
      if (failure != null) {
        throw broken(seed, run, shrunk(law, value), law);
      }
    }
  }

  private T shrunk(Consumer<T> law, T broken) {
    T smallest = broken;
    for (int step = 0; step < MAX_STEPS; step++) {
      T current = smallest;
      T next =
          smaller.apply(current).stream()
              .filter(candidate -> failure(law, candidate) != null)
              .findFirst()
              .orElse(current);
      if (next == current) {
        return current;
      }
      smallest = next;
    }
    return smallest;
  }

  private AssertionError broken(long seed, int run, T value, Consumer<T> law) {
    return new AssertionError(
        "broken with seed " + seed + " in run " + run + ", smallest value: " + value,
        failure(law, value));
  }

  private static <T> @Nullable Throwable failure(Consumer<T> law, T value) {
    try {
      law.accept(value);
      return null;
    } catch (RuntimeException | AssertionError e) {
      return e;
    }
  }
}
