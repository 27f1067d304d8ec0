package dev.sidegate.engine.gate;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What a thread knows of its calls, to be carried to where its work goes on: scope, planning, and
 * the attempts that it works for.
 */
public final class CarriedContext {
  private final CallScopes.Known known;
  private final List<RunningAttempt> attempts;

  CarriedContext(CallScopes.Known known, List<RunningAttempt> attempts) {
    this.known = known;
    this.attempts = attempts;
  }

  CallScopes.Known known() {
    return known;
  }

  List<RunningAttempt> attempts() {
    return attempts;
  }

  /** The attempt that the work is for; null if it is for none. */
  public @Nullable RunningAttempt attempt() {
    return attempts.isEmpty() ? null : attempts.get(0);
  }

  /** The work is handed over; {@code over} says whether it is done or will never be. */
  public void handedOver(BooleanSupplier over) {
    if (!attempts.isEmpty()) {
      attempts.get(0).wire().tied(over);
    }
  }
}
