package dev.sidegate.engine.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A connection that one purpose has to itself, opened when it is first needed and again after it
 * broke. Renewal must not wait behind callers for a connection of the pool.
 */
final class OwnConnection implements AutoCloseable {
  private final StoreConnections connections;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable Connection connection;

  OwnConnection(StoreConnections connections) {
    this.connections = connections;
  }

  /**
   * Runs one statement. One that changes what stands already may be asked again: a broken
   * connection is opened anew once.
   */
  <A> A run(Statement<A> statement) throws SQLException {
    lock.lock();
    try {
      boolean fresh = connection == null;
      try {
        return statement.run(connected());
      } catch (SQLException e) {
        if (SqlFailure.of(e) != SqlFailure.CONNECTION_LOST) {
          throw e;
        }
        disconnect();
        if (fresh) {
          throw e;
        }
        return statement.run(connected());
      }
    } finally {
      lock.unlock();
    }
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

  @Override
  public void close() {
    lock.lock();
    try {
      disconnect();
    } finally {
      lock.unlock();
    }
  }

  /** What is done with the connection. */
  @FunctionalInterface
  interface Statement<A> {
    A run(Connection connection) throws SQLException;
  }
}
