package dev.sidegate.engine.store;

import java.sql.Connection;
import java.sql.SQLException;

/** What must be true of every connection before a statement of the store runs on it. */
@FunctionalInterface
interface ConnectionCheck {
  /**
   * Looks; it changes no setting of the connection.
   *
   * @throws UnfitDatabaseException if it is not true; says what to do about it
   */
  void check(Connection connection) throws SQLException;
}
