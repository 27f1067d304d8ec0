package dev.sidegate.engine.lease;

/**
 * The two clocks by which a JVM counts its own leases. A monotonic clock may stand still while a
 * machine sleeps, a wall clock may be set back; a lease holds only while both say so.
 */
@FunctionalInterface
public interface LeaseClock {

  /** The JVM's own clocks. */
  LeaseClock SYSTEM = () -> new Reading(System.nanoTime(), System.currentTimeMillis());

  /** Reads both clocks. */
  Reading read();

  /**
   * One reading of both clocks.
   *
   * @param monotonicNanos only differences mean something
   * @param wallMillis milliseconds since 1970
   */
  record Reading(long monotonicNanos, long wallMillis) {}
}
