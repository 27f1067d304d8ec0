package dev.sidegate.engine.audit;

import dev.sidegate.engine.intent.StoreUnavailableException;
import java.time.Duration;

/** Where events without an intent of their own are written, and where chains are sealed. */
public interface AuditStore {

  /**
   * Writes a process's next events. Durable when it returns.
   *
   * @return false if the database does not know the chain's earlier events; nothing is written then
   * @throws StoreUnavailableException if the database cannot be asked
   */
  boolean record(ProcessEvents events);

  /**
   * Makes an anchor over what no anchor has sealed yet.
   *
   * @param pause none is made if the last one, whoever made it, is younger
   * @throws StoreUnavailableException if the database cannot be asked
   */
  Sealed seal(Duration pause);

  /**
   * What an anchor sealed.
   *
   * @param anchor its number; 0 if none was made
   * @param chains how many chains
   * @param more whether others wait for the next one
   */
  record Sealed(long anchor, long chains, boolean more) {}
}
