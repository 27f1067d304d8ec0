package dev.sidegate.engine.audit;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;

/**
 * The next events of a process's chain. Writing them twice is writing them once: the chain's length
 * says whether they arrived.
 *
 * @param chain the process's chain
 * @param written how many events the chain has before these
 * @param events in order
 */
public record ProcessEvents(UUID chain, long written, List<ProcessEvent> events) {
  /** Copies the events. */
  public ProcessEvents {
    if (events.isEmpty()) {
      throw new IllegalArgumentException("there is nothing to write");
    }
    events = List.copyOf(events);
  }

  /** How long the chain is with them. */
  public long length() {
    return written + events.size();
  }

  /**
   * The same events at the beginning of another chain, for a database that does not know the
   * chain's earlier ones: it was restored from before them. Its id follows from this chain, so that
   * a repetition is recognised there as well.
   */
  public ProcessEvents continued() {
    String after = chain + ":" + written;
    return new ProcessEvents(
        UUID.nameUUIDFromBytes(after.getBytes(StandardCharsets.US_ASCII)), 0, events);
  }
}
