package dev.sidegate.agent.start;

import dev.sidegate.agent.wire.WatchedAttempt;
import dev.sidegate.engine.gate.DepartureRefusedException;
import dev.sidegate.engine.gate.RunningAttempt;
import dev.sidegate.engine.gate.WireLog;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The engine's running attempt, as the wire sees it. */
record EngineAttempt(
    RunningAttempt attempt, BiFunction<String, @Nullable Object[], @Nullable Object> engine)
    implements WatchedAttempt {

  @Override
  public String actionKey() {
    return attempt.actionKey();
  }

  @Override
  public String keyHeader() {
    return attempt.keyHeader();
  }

  @Override
  public String effect() {
    return attempt.effect();
  }

  @Override
  public void begun() {
    attempt.wire().begun();
  }

  @Override
  public WireLog.Request leave(String host, String method) throws DepartureRefusedException {
    return attempt.leave(host, method);
  }

  @Override
  public @Nullable String unwatched(String what) {
    return (String) engine.apply("attempt.unwatched", new Object[] {attempt, what});
  }

  @Override
  public int left() {
    return attempt.wire().left();
  }
}
