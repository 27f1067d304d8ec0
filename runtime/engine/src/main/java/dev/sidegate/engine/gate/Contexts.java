package dev.sidegate.engine.gate;

import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes up what a thread knows of its calls, and gives it to another thread for a while. */
public final class Contexts {
  private final CallScopes scopes;
  private final AttemptStack attempts;

  /** Carries these. */
  public Contexts(CallScopes scopes, AttemptStack attempts) {
    this.scopes = scopes;
    this.attempts = attempts;
  }

  /** What this thread knows; null if that is nothing. */
  public @Nullable CarriedContext capture() {
    CallScopes.Known known = scopes.known();
    List<RunningAttempt> running = attempts.all();
    return known.isNothing() && running.isEmpty() ? null : new CarriedContext(known, running);
  }

  /** This thread knows what was captured, until {@link #exit} gets what is answered here. */
  public Object enter(CarriedContext captured) {
    return new Before(scopes.take(captured.known()), attempts.take(captured.attempts()));
  }

  /** Returns to what the thread knew before. */
  public void exit(Object before) {
    Before was = (Before) before;
    scopes.leave(was.known());
    attempts.giveBack(was.attempts());
  }

  private record Before(
      CallScopes.@Nullable Known known, @Nullable Deque<RunningAttempt> attempts) {}
}
