package dev.sidegate.engine.gate;

import dev.sidegate.engine.intent.IntentKey;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** The attempts whose bodies run in a thread, innermost last. One per engine. */
@SuppressWarnings("ThreadLocalUsage") // one per engine, not one per class loader
public final class AttemptStack {
  private final ThreadLocal<Deque<RunningAttempt>> running = new ThreadLocal<>();
  private final BooleanSupplier watching;

  /**
   * An empty stack for every thread.
   *
   * @param watching whether the clients of guarded bodies are watched in this JVM
   */
  public AttemptStack(BooleanSupplier watching) {
    this.watching = watching;
  }

  /** Whether an attempt that begins now runs under the wire's eyes. */
  public boolean watching() {
    return watching.getAsBoolean();
  }

  /** The innermost attempt of this thread. */
  public Optional<RunningAttempt> current() {
    Deque<RunningAttempt> stack = running.get();
    return stack == null ? Optional.empty() : Optional.ofNullable(stack.peek());
  }

  Optional<RunningAttempt> running(IntentKey key) {
    Deque<RunningAttempt> stack = running.get();
    return stack == null
        ? Optional.empty()
        : stack.stream().filter(attempt -> attempt.claim().key().equals(key)).findFirst();
  }

  void push(RunningAttempt attempt) {
    Deque<RunningAttempt> stack = running.get();
    if (stack == null) {
      stack = new ArrayDeque<>(2);
      running.set(stack);
    }
    stack.push(attempt);
  }

  /** Removes an attempt, wherever it stands; leaves nothing behind in the thread. */
  void remove(RunningAttempt attempt) {
    Deque<RunningAttempt> stack = running.get();
    if (stack != null) {
      stack.remove(attempt);
      if (stack.isEmpty()) {
        running.remove();
      }
    }
  }
}
