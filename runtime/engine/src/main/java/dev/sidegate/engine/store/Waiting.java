package dev.sidegate.engine.store;

import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One caller that waits for a shared commit, and the word it is given. The word is given once. */
final class Waiting<Q, A> {
  private final Q request;
  private final Patience patience;
  private final Thread caller = Thread.currentThread();
  private final AtomicReference<@Nullable Word<A>> word = new AtomicReference<>();

  Waiting(Q request, Patience patience) {
    this.request = request;
    this.patience = patience;
  }

  Q request() {
    return request;
  }

  boolean isOver() {
    return patience.isOver();
  }

  /** Gives the word, unless there was one or the caller has gone. */
  void tell(Word<A> answer) {
    word.compareAndSet(null, answer);
    LockSupport.unpark(caller);
  }

  /** Waits until the word comes or the patience ends; an interrupt is kept for later. */
  Word<A> await() {
    boolean interrupted = false;
    Word<A> told = word.get();
    while (told == null) {
      long nanos = patience.remainingNanos();
      if (nanos <= 0) {
        word.compareAndSet(null, new Gone<>());
      } else {
        LockSupport.parkNanos(this, nanos);
        interrupted |= Thread.interrupted();
      }
      told = word.get();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return told;
  }

  /** What became of a request. */
  sealed interface Word<A> {}

  /** The database answered. */
  record Answered<A>(A answer) implements Word<A> {}

  /** The commit that it was in was undone because of some row: it has to be asked alone. */
  record AskAlone<A>() implements Word<A> {}

  /** There is no durable answer. */
  record Failed<A>(SQLException cause) implements Word<A> {}

  /** The caller's patience was over before there was a word. */
  record Gone<A>() implements Word<A> {}
}
