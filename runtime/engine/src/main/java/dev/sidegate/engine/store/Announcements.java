package dev.sidegate.engine.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * The connection on which a process hears that something was queued. Behind a pooler that gives a
 * connection to each transaction it hears nothing; its dispatcher looks by itself then.
 *
 * <p>One thread waits; any thread may close.
 */
final class Announcements implements AutoCloseable {
  private final StoreConnections connections;
  private volatile @Nullable Connection listening;
  private volatile boolean closed;

  Announcements(StoreConnections connections) {
    this.connections = connections;
  }

  /** Whether something was announced within that time. */
  boolean await(Duration most) throws SQLException {
    Connection connection = listening();
    try {
      PGNotification[] heard =
          connection.unwrap(PGConnection.class).getNotifications((int) most.toMillis());
      return heard != null && heard.length > 0;
    } catch (SQLException broken) {
      disconnect();
      throw broken;
    }
  }

  private Connection listening() throws SQLException {
    Connection connection = listening;
    if (connection == null) {
      connection = connections.open();
      try (Statement statement = connection.createStatement()) {
        statement.execute("LISTEN sidegate_outbox");
      }
      listening = connection;
      if (closed) {
        disconnect();
      }
    }
    return connection;
  }

  private void disconnect() {
    Connection broken = listening;
    listening = null;
    if (broken != null) {
      try {
        broken.abort(Runnable::run);
      } catch (SQLException e) {
        // It was broken before; there is nothing to save.
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    disconnect();
  }
}
