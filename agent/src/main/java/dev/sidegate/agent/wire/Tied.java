package dev.sidegate.agent.wire;

import dev.sidegate.engine.gate.WireLog;
import org.jspecify.annotations.Nullable;

/** A request of the application and what became of it: several requests on the wire, maybe. */
final class Tied {
  private final WatchedAttempt attempt;
  private final String authority;
  private volatile WireLog.@Nullable Request last;

  Tied(WatchedAttempt attempt, String authority) {
    this.attempt = attempt;
    this.authority = authority;
  }

  WatchedAttempt attempt() {
    return attempt;
  }

  /** Where the application sends it; the key goes nowhere else. */
  boolean isFor(String otherAuthority) {
    return authority.equals(otherAuthority);
  }

  void left(WireLog.Request request) {
    last = request;
  }

  /** The last one that left; null if none did. */
  WireLog.@Nullable Request last() {
    return last;
  }
}
