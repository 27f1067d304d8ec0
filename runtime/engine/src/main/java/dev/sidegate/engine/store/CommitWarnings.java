package dev.sidegate.engine.store;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLWarning;

/**
 * Law 1: a commit acknowledged with a warning is not durable. PostgreSQL warns where the wait for
 * the synchronous standby was cancelled: the row is there, and a failover may lose it. The store's
 * own statements give no warnings, so every warning counts.
 */
final class CommitWarnings {
  private CommitWarnings() {}

  /** Call it after the results are read: the commit's warnings come last. */
  static void refuse(PreparedStatement statement) throws SQLException {
    SQLWarning warning = statement.getWarnings();
    if (warning != null) {
      throw new UndurableCommitException(warning);
    }
  }
}
