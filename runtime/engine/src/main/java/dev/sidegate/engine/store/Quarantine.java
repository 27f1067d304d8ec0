package dev.sidegate.engine.store;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Subjects whose row somebody holds: for a second they are asked alone, so that one key that stays
 * locked does not undo every shared commit that it joins.
 */
final class Quarantine {
  private static final long NANOS = Duration.ofSeconds(1).toNanos();
  private static final int MOST = 1_000;

  private final Map<Object, Long> since = new ConcurrentHashMap<>();

  void add(Object subject) {
    long now = System.nanoTime();
    if (since.size() >= MOST) {
      since.values().removeIf(added -> now - added > NANOS);
    }
    if (since.size() < MOST) {
      since.put(subject, now);
    }
  }

  boolean holds(Object subject) {
    if (since.isEmpty()) {
      return false;
    }
    Long added = since.get(subject);
    if (added == null) {
      return false;
    }
    if (System.nanoTime() - added > NANOS) {
      since.remove(subject, added);
      return false;
    }
    return true;
  }
}
