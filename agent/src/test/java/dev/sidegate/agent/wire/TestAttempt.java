package dev.sidegate.agent.wire;

import dev.sidegate.engine.gate.DepartureRefusedException;
import dev.sidegate.engine.gate.WireLog;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An attempt whose lease holds, or has ended. */
record TestAttempt(String effect, boolean leased, WireLog log) implements WatchedAttempt {

  TestAttempt(String effect, boolean leased) {
    this(effect, leased, WireLog.watching(Optional::empty));
  }

  @Override
  public String actionKey() {
    return "action-key-of-" + effect;
  }

  @Override
  public String keyHeader() {
    return "Idempotency-Key";
  }

  @Override
  public void begun() {
    log.begun();
  }

  @Override
  public WireLog.Request leave(String host, String method) throws DepartureRefusedException {
    if (!leased) {
      throw new DepartureRefusedException(effect, "its lease ended before the request left");
    }
    return log.leaving(effect, host, method);
  }

  @Override
  public @Nullable String unwatched(String what) {
    log.unwatched(what);
    return null;
  }

  @Override
  public int left() {
    return log.left();
  }
}
