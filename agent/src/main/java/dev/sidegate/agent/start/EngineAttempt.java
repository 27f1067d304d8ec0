package dev.sidegate.agent.start;

import dev.sidegate.agent.wire.WatchedAttempt;
import dev.sidegate.engine.gate.RunningAttempt;
import org.jspecify.annotations.Nullable;

/** The engine's running attempt, as the wire sees it. */
record EngineAttempt(RunningAttempt attempt) implements WatchedAttempt {

  /** The attempt behind what the engine answers to {@code attempt.current}. */
  static @Nullable WatchedAttempt of(@Nullable Object handle) {
    return handle instanceof RunningAttempt attempt ? new EngineAttempt(attempt) : null;
  }

  @Override
  public boolean leased() {
    return attempt.leased();
  }

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
}
