package dev.sidegate.engine.store;

import dev.sidegate.engine.intent.StoreUnavailableException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One request, one statement, one commit, in the caller's own thread.
 *
 * <p>Asks again after a lost race, a deadlock and a lost connection: each request carries a token
 * by which the database recognises a first try whose acknowledgement was lost.
 */
final class LoneCommit<Q, A> {
  private final StoreConnections connections;
  private final CommitStatement<Q, A> statement;

  LoneCommit(StoreConnections connections, CommitStatement<Q, A> statement) {
    this.connections = connections;
    this.statement = statement;
  }

  /**
   * Answers, or says that the row is locked.
   *
   * @return null if another transaction holds the row for longer than the lock timeout
   * @throws StoreUnavailableException if there is no durable answer within the patience
   */
  @Nullable A run(Q request, Patience patience) {
    // An interrupt would break the pool's wait, or on a virtual thread the connection itself, and
    // leave a claim of which nobody knows. It is kept for the caller.
    boolean interrupted = Thread.interrupted();
    try {
      while (true) {
        try (Connection connection = connections.borrow()) {
          A answer = statement.run(connection, List.of(request)).get(0);
          if (answer != null) {
            return answer;
          }
          if (patience.isOver()) {
            throw connections.unavailable(null);
          }
        } catch (SQLException e) {
          interrupted |= Thread.interrupted();
          switch (SqlFailure.of(e)) {
            case LOCKED -> {
              return null;
            }
            case CONNECTION_LOST, TRY_AGAIN -> {
              if (patience.isOver()) {
                throw connections.unavailable(e);
              }
              patience.pause();
            }
            default -> throw connections.unavailable(e);
          }
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
