package dev.sidegate.engine.intent;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * What a dispatcher may take now.
 *
 * @param entries in the order in which they should be taken
 * @param places where each effect was looked at last, by effect
 * @param next how long nothing else is due; empty if nothing else waits there
 */
public record DueEntries(List<Entry> entries, Map<String, String> places, Optional<Duration> next) {
  /** Copies the collections. */
  public DueEntries {
    entries = List.copyOf(entries);
    places = Map.copyOf(places);
  }

  /**
   * One entry.
   *
   * @param operation its intent
   * @param effect its effect
   * @param scope its scope
   * @param first whether it is the first of its effect and scope
   */
  public record Entry(UUID operation, String effect, String scope, boolean first) {}
}
