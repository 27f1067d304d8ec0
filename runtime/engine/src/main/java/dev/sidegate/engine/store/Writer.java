package dev.sidegate.engine.store;

import dev.sidegate.engine.store.Waiting.Answered;
import dev.sidegate.engine.store.Waiting.AskAlone;
import dev.sidegate.engine.store.Waiting.Failed;
import dev.sidegate.engine.store.Waiting.Word;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * One thread with one connection that commits for whoever waits. A platform thread: no caller's
 * interrupt reaches it.
 */
final class Writer<Q, A> implements AutoCloseable {
  /** More rows than this make a statement slow for its first caller without saving commits. */
  private static final int MOST = 500;

  private final StoreConnections connections;
  private final CommitStatement<Q, A> statement;
  private final Coalescing<Q, A> coalescing;
  private final BlockingQueue<Waiting<Q, A>> queue = new LinkedBlockingQueue<>();
  private final Thread thread;
  private volatile boolean committing;
  private volatile boolean closed;
  private @Nullable Connection connection;

  Writer(
      String purpose,
      StoreConnections connections,
      CommitStatement<Q, A> statement,
      Coalescing<Q, A> coalescing) {
    this.connections = connections;
    this.statement = statement;
    this.coalescing = coalescing;
    this.thread = new StoreThreads(purpose).newThread(this::work);
    thread.start();
  }

  /** Nobody waits and no commit is under way. A guess: both may be false the next moment. */
  boolean isIdle() {
    return !committing && queue.isEmpty();
  }

  void add(Waiting<Q, A> waiting) {
    queue.add(waiting);
    if (closed) {
      failAll(new SQLException("the store is closed"));
    }
  }

  private void work() {
    while (!closed) {
      try {
        List<Waiting<Q, A>> batch = new ArrayList<>();
        batch.add(queue.take());
        committing = true;
        queue.drainTo(batch, MOST - 1);
        commit(groups(batch));
      } catch (InterruptedException e) {
        // Only close() interrupts this thread.
      } finally {
        committing = false;
      }
    }
    failAll(new SQLException("the store is closed"));
    disconnect();
  }

  /** Equal subjects stand in one statement once. */
  private Collection<Group<Q, A>> groups(List<Waiting<Q, A>> batch) {
    Map<Object, Group<Q, A>> groups = new LinkedHashMap<>();
    for (Waiting<Q, A> waiting : batch) {
      Object subject = coalescing.subject(waiting.request());
      Group<Q, A> group = groups.get(subject);
      if (group == null) {
        groups.put(subject, new Group<>(waiting, new ArrayList<>()));
      } else {
        group.others().add(waiting);
      }
    }
    return groups.values();
  }

  private void commit(Collection<Group<Q, A>> groups) {
    List<Q> requests = groups.stream().map(group -> group.first().request()).toList();
    try {
      List<@Nullable A> answers = statement.run(connected(), requests);
      int row = 0;
      for (Group<Q, A> group : groups) {
        answer(group, answers.get(row++));
      }
    } catch (SQLException e) {
      undone(groups, e);
    } catch (RuntimeException | Error e) {
      // A bug of ours: nobody may hang because of it.
      undone(groups, new SQLException("the shared commit failed", "XX000", e));
    }
  }

  private void answer(Group<Q, A> group, @Nullable A answer) {
    if (answer == null) {
      again(group.first());
      group.others().forEach(this::again);
      return;
    }
    Q first = group.first().request();
    tell(group.first(), answer);
    for (Waiting<Q, A> other : group.others()) {
      A followed = coalescing.follow(first, answer, other.request());
      if (followed == null) {
        again(other);
      } else {
        tell(other, followed);
      }
    }
  }

  private void tell(Waiting<Q, A> waiting, A answer) {
    waiting.tell(new Answered<>(answer));
  }

  /** Into the next commit; whose patience is over has left the queue by himself. */
  private void again(Waiting<Q, A> waiting) {
    if (!waiting.isOver()) {
      queue.add(waiting);
    }
  }

  private void undone(Collection<Group<Q, A>> groups, SQLException failure) {
    SqlFailure kind = SqlFailure.of(failure);
    if (kind == SqlFailure.CONNECTION_LOST || kind == SqlFailure.UNFIT) {
      disconnect();
    }
    Word<A> word = wordOf(failure, groups.size());
    for (Group<Q, A> group : groups) {
      group.first().tell(word);
      group.others().forEach(other -> other.tell(word));
    }
  }

  /**
   * What a failure of the shared statement means for each of its callers. A lost connection is
   * asked about alone as well: with the database away each caller has his own patience.
   */
  private static <A> Word<A> wordOf(SQLException failure, int subjects) {
    return switch (SqlFailure.of(failure)) {
      case UNDURABLE, UNFIT -> new Failed<>(failure);
      case LOCKED, TRY_AGAIN, CONNECTION_LOST -> new AskAlone<>();
      case UNDONE, NO_TABLES -> subjects == 1 ? new Failed<>(failure) : new AskAlone<>();
    };
  }

  private Connection connected() throws SQLException {
    Connection current = connection;
    if (current == null) {
      current = connections.open();
      connection = current;
    }
    return current;
  }

  private void disconnect() {
    Connection broken = connection;
    connection = null;
    if (broken != null) {
      try {
        broken.close();
      } catch (SQLException e) {
        // It was broken before; there is nothing to save.
      }
    }
  }

  private void failAll(SQLException failure) {
    List<Waiting<Q, A>> rest = new ArrayList<>();
    queue.drainTo(rest);
    rest.forEach(waiting -> waiting.tell(new Failed<>(failure)));
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
  }

  /** Who asks for a subject, and who waits for its answer. */
  private record Group<Q, A>(Waiting<Q, A> first, List<Waiting<Q, A>> others) {}
}
