package dev.sidegate.agent.wire;

import dev.sidegate.engine.gate.DepartureRefusedException;
import dev.sidegate.engine.gate.WireLog;
import org.jspecify.annotations.Nullable;

/** What the wire asks of a running attempt and tells it, from any thread. */
public interface WatchedAttempt {

  /** What is sent to the provider as its idempotency key. */
  String actionKey();

  /** The request header that carries the action key. */
  String keyHeader();

  /** The effect's name, for messages. */
  String effect();

  /** An unsafe request is to be sent; nothing of it was written yet. */
  void begun();

  /**
   * An unsafe request is about to be written.
   *
   * @return where its answer is written down
   * @throws DepartureRefusedException if it must not be
   */
  WireLog.Request leave(String host, String method) throws DepartureRefusedException;

  /** Something leaves past the watched clients. Null if it may, else why not. */
  @Nullable String unwatched(String what);

  /** How many unsafe requests have left. */
  int left();
}
