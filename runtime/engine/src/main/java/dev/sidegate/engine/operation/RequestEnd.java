package dev.sidegate.engine.operation;

import java.util.UUID;

/** What became of a request that was picked up. */
public sealed interface RequestEnd {

  /** It is this intent, possibly an older one. */
  record Made(UUID intent) implements RequestEnd {}

  /** Its key is taken by another payload (law 5). */
  record Refused(String reason) implements RequestEnd {}

  /** It cannot be read or would not be what was asked for; a person has to look. */
  record Parked(String reason) implements RequestEnd {}

  /** Not now: stopped, not set up, or the database is away. */
  record Later(String reason) implements RequestEnd {}
}
