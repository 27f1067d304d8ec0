package dev.sidegate.engine.gate;

import org.jspecify.annotations.Nullable;

/** What the caller gets after its body has run. */
public sealed interface Exit {

  /** This value. */
  record Return(@Nullable Object result) implements Exit {}

  /** The body's own throwable. */
  record Throw(Throwable thrown) implements Exit {}

  /** No result of its own run. */
  record Held(HeldCallException held) implements Exit {}
}
