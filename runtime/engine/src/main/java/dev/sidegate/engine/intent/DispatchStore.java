package dev.sidegate.engine.intent;

import java.time.Duration;
import java.util.List;

/**
 * The queue. Every method throws {@link StoreUnavailableException} if the database cannot be asked,
 * and is safe for many threads.
 */
public interface DispatchStore {

  /** What may be taken now; claims nothing. */
  DueEntries due(List<QueueTurn> turns, int most);

  /**
   * Takes entries: one outcome per wanted one, in order. A lost acknowledgement is recognised by
   * the owners' tokens.
   */
  List<DispatchOutcome> dispatch(DispatchRequest request);

  /** Hands over; answers false if it is no longer to be handed over. */
  boolean handOver(HandOver request);

  /** Wakes dispatchers of other processes. */
  void announce();

  /**
   * Waits for another process's announcement, on a connection of its own.
   *
   * @return whether there was one
   */
  boolean awaitAnnouncement(Duration most);
}
