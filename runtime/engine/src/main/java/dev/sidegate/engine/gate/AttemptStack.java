package dev.sidegate.engine.gate;

import dev.sidegate.engine.intent.Claimed;
import dev.sidegate.engine.intent.IntentKey;
import dev.sidegate.engine.killswitch.SwitchCopy;
import dev.sidegate.engine.lease.LeaseClock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The attempts whose bodies run in a thread, innermost first, and those that a thread works for. An
 * attempt that has ended may still stand in the stack of a thread that was given its work. One per
 * engine.
 */
@SuppressWarnings("ThreadLocalUsage") // one per engine, not one per class loader
public final class AttemptStack {
  private final ThreadLocal<Deque<RunningAttempt>> running = new ThreadLocal<>();
  private final AtomicInteger threads = new AtomicInteger();
  private final BooleanSupplier watching;
  private final SwitchCopy killSwitch;

  /**
   * An empty stack for every thread.
   *
   * @param watching whether the clients of guarded bodies are watched in this JVM
   * @param killSwitch asked as an attempt's first unsafe request is about to leave
   */
  public AttemptStack(BooleanSupplier watching, SwitchCopy killSwitch) {
    this.watching = watching;
    this.killSwitch = killSwitch;
  }

  /** Whether an attempt that begins now runs under the wire's eyes. */
  public boolean watching() {
    return watching.getAsBoolean();
  }

  /**
   * The log for an attempt that begins.
   *
   * @param claimSentAt the clocks when its claim was sent
   */
  WireLog wire(Claimed claim, LeaseClock.Reading claimSentAt) {
    return watching()
        ? WireLog.watching(
            () -> killSwitch.refusal(claim.key().effect(), claim.key().scope(), claimSentAt))
        : WireLog.blind();
  }

  /** The innermost attempt of this thread, if it has not ended. */
  public Optional<RunningAttempt> current() {
    RunningAttempt innermost = innermost();
    return innermost == null || innermost.hasEnded() ? Optional.empty() : Optional.of(innermost);
  }

  /** The attempt that this thread works for, even if it has ended; null if there is none. */
  public @Nullable RunningAttempt innermost() {
    Deque<RunningAttempt> stack = stack();
    return stack == null ? null : stack.peek();
  }

  /** A thread that asks and works for no attempt keeps nothing of having asked. */
  private @Nullable Deque<RunningAttempt> stack() {
    if (threads.get() == 0) {
      return null;
    }
    Deque<RunningAttempt> stack = running.get();
    if (stack == null) {
      running.remove();
    }
    return stack;
  }

  Optional<RunningAttempt> running(IntentKey key) {
    Deque<RunningAttempt> stack = stack();
    return stack == null
        ? Optional.empty()
        : stack.stream()
            .filter(attempt -> attempt.claim().key().equals(key) && !attempt.hasEnded())
            .findFirst();
  }

  void push(RunningAttempt attempt) {
    Deque<RunningAttempt> stack = stack();
    if (stack == null) {
      stack = new ArrayDeque<>(2);
      giveBack(stack);
    }
    stack.push(attempt);
  }

  /** Removes an attempt, wherever it stands; leaves nothing behind in the thread. */
  void remove(RunningAttempt attempt) {
    Deque<RunningAttempt> stack = stack();
    if (stack != null) {
      stack.remove(attempt);
      if (stack.isEmpty()) {
        giveBack(null);
      }
    }
  }

  /** All attempts of this thread, innermost first. */
  List<RunningAttempt> all() {
    Deque<RunningAttempt> stack = stack();
    return stack == null ? List.of() : new ArrayList<>(stack);
  }

  /** This thread works for these attempts from now on; answers what it did before. */
  @Nullable Deque<RunningAttempt> take(List<RunningAttempt> attempts) {
    Deque<RunningAttempt> before = stack();
    giveBack(attempts.isEmpty() ? null : new ArrayDeque<>(attempts));
    return before;
  }

  /** Returns to what {@link #take} answered. */
  void giveBack(@Nullable Deque<RunningAttempt> before) {
    boolean had = stack() != null;
    if (before == null) {
      running.remove();
    } else {
      running.set(before);
    }
    threads.addAndGet((before == null ? 0 : 1) - (had ? 1 : 0));
  }
}
