package dev.sidegate.engine.store;

import org.jspecify.annotations.Nullable;

/** Which requests may not stand in one statement, and what the answer to one says to the others. */
interface Coalescing<Q, A> {
  /** Requests with equal subjects go one at a time. */
  Object subject(Q request);

  /**
   * What the answer to the first request of a subject means for another one that waits beside it.
   *
   * @return null if it has to be asked itself
   */
  @Nullable A follow(Q first, A answer, Q other);
}
