package dev.sidegate.engine.gate;

import org.jspecify.annotations.Nullable;

/** What a caller may do after the gate has let it in. A refusal is a {@link HeldCallException}. */
public sealed interface Entry {

  /** Run the body, then come back with how it ended. */
  record Run(RunningAttempt attempt) implements Entry {}

  /** Run the body as a part of the attempt that runs already; nothing is settled at its end. */
  record Join() implements Entry {}

  /** Skip the body; this is the stored result. */
  record Replay(@Nullable Object result) implements Entry {}
}
