package dev.sidegate.engine.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One statement over arrays, which is one commit.
 *
 * @param <Q> a request
 * @param <A> its answer
 */
interface CommitStatement<Q, A> {
  /**
   * Asks for all of them at once.
   *
   * @return one answer per request, in order; null where another transaction was faster and the
   *     request has to be asked again
   */
  List<@Nullable A> run(Connection connection, List<Q> requests) throws SQLException;
}
