package dev.sidegate.engine.intent;

import java.time.Duration;
import java.util.UUID;

/** What the database answered to one operation of a {@link ProbeRequest}. */
public sealed interface ProbeAnswer {

  /** The lookup has begun and is this process's. */
  record Begun(Probe probe) implements ProbeAnswer {}

  /**
   * Still in doubt, and nobody begins a lookup here now: it is not due, another one runs, or its
   * reconciler is not here.
   *
   * @param until its time comes
   */
  record Wait(UUID operation, Duration until) implements ProbeAnswer {}

  /** It waits for a person. */
  record Held(UUID operation) implements ProbeAnswer {}

  /** It is in doubt no longer. */
  record Moved(UUID operation) implements ProbeAnswer {}
}
