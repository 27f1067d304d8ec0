package dev.sidegate.engine.audit;

import dev.sidegate.engine.intent.StoreUnavailableException;

/** Where events without an intent of their own are written, and where chains are sealed. */
public interface AuditStore {

  /**
   * Writes a process's next events. Durable when it returns.
   *
   * @return false if the database does not know the chain's earlier events; nothing is written then
   * @throws StoreUnavailableException if the database cannot be asked
   */
  boolean record(ProcessEvents events);
}
