package dev.sidegate;

/**
 * Is told how queued and approved wishes ended, so that an application can push the outcome into
 * its conversation. Found with {@link java.util.ServiceLoader} through the guarded class's own
 * loader; {@link Sidegate#onCompletion} registers one by code.
 *
 * <p>Each outcome is told at least once: it stands in the database until a listener returned
 * normally, in this process or, after a crash, in the next one that has the guarded class in use.
 * It may be told twice, and in any order: {@link OperationStatus#id()} and {@link
 * OperationStatus#status()} say whether it is known already. A doubt ({@link EffectStatus#UNKNOWN})
 * is told, and what it becomes is told again.
 *
 * <p>What it throws harms nothing: all listeners of that outcome are told again later. It runs on a
 * thread of the engine's, one outcome after the other, and has to return within 30 seconds.
 */
@FunctionalInterface
public interface CompletionListener {

  /** An operation ended, or is in doubt. */
  void completed(OperationStatus outcome) throws Exception;
}
