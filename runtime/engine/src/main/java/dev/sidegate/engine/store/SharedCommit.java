package dev.sidegate.engine.store;

import dev.sidegate.engine.intent.StoreUnavailableException;
import dev.sidegate.engine.store.Waiting.Answered;
import dev.sidegate.engine.store.Waiting.AskAlone;
import dev.sidegate.engine.store.Waiting.Failed;
import dev.sidegate.engine.store.Waiting.Gone;
import dev.sidegate.engine.store.Waiting.Word;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Many callers, few commits.
 *
 * <p>A caller alone goes straight to the database in its own thread: the way through the writer
 * would double its time. Callers that arrive while a commit is under way join the writer's next
 * one. A commit that is undone because of one of its rows is asked again row by row, each in its
 * caller's own thread and on a connection of the pool, so that the writer goes on meanwhile.
 */
final class SharedCommit<Q, A> implements AutoCloseable {
  private final StoreConnections connections;
  private final LoneCommit<Q, A> lone;
  private final Coalescing<Q, A> coalescing;
  private final Writer<Q, A> writer;
  private final Quarantine quarantine = new Quarantine();
  private final AtomicBoolean someoneAlone = new AtomicBoolean();

  /** Starts the writer. */
  SharedCommit(
      String purpose,
      StoreConnections connections,
      CommitStatement<Q, A> statement,
      Coalescing<Q, A> coalescing) {
    this.connections = connections;
    this.lone = new LoneCommit<>(connections, statement);
    this.coalescing = coalescing;
    this.writer = new Writer<>(purpose, connections, statement, coalescing);
  }

  /**
   * Answers, or says that the row is locked.
   *
   * @return null if another transaction holds the row for longer than the lock timeout
   * @throws StoreUnavailableException if there is no durable answer within the patience
   */
  @Nullable A run(Q request, Patience patience) {
    if (writer.isIdle() && someoneAlone.compareAndSet(false, true)) {
      try {
        return lone.run(request, patience);
      } finally {
        someoneAlone.set(false);
      }
    }
    Object subject = coalescing.subject(request);
    if (quarantine.holds(subject)) {
      return alone(request, subject, patience);
    }
    Waiting<Q, A> waiting = new Waiting<>(request, patience);
    writer.add(waiting);
    Word<A> word = waiting.await();
    if (word instanceof Answered<A> answered) {
      return answered.answer();
    } else if (word instanceof AskAlone<A>) {
      return alone(request, subject, patience);
    } else if (word instanceof Failed<A> failed) {
      throw connections.unavailable(failed.cause());
    } else if (word instanceof Gone<A>) {
      throw connections.unavailable(null);
    }
    throw new IllegalStateException("unknown word " + word);
  }

  private @Nullable A alone(Q request, Object subject, Patience patience) {
    A answer = lone.run(request, patience);
    if (answer == null) {
      quarantine.add(subject);
    }
    return answer;
  }

  @Override
  public void close() {
    writer.close();
  }
}
