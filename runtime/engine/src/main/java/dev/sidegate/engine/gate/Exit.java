package dev.sidegate.engine.gate;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the caller gets after its body has run. */
public sealed interface Exit {

  /** How long to wait before another attempt of the same wish may start; empty if none may. */
  default Optional<Duration> again() {
    return Optional.empty();
  }

  /** This value. */
  record Return(@Nullable Object result) implements Exit {}

  /** The body's own throwable. */
  record Throw(Throwable thrown, Optional<Duration> again) implements Exit {}

  /** No result of its own run. */
  record Held(HeldCallException held, Optional<Duration> again) implements Exit {

    /** Nothing follows. */
    Held(HeldCallException held) {
      this(held, Optional.empty());
    }
  }
}
