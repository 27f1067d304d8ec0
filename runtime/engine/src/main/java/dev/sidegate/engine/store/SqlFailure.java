package dev.sidegate.engine.store;

import java.sql.SQLException;

/** What a failed statement means for the ones that asked for it. */
enum SqlFailure {
  /** Nobody knows whether it was committed; ask again on another connection. */
  CONNECTION_LOST,
  /** It was undone, and may succeed unchanged: a deadlock, a serialization failure. */
  TRY_AGAIN,
  /** A row was locked by another transaction for too long. */
  LOCKED,
  /** Committed without the standby that it has to be on; asking again does not help. */
  UNDURABLE,
  /** The tables are not there or not for this login. */
  NO_TABLES,
  /** The database is not fit to hold claims. */
  UNFIT,
  /** One of its rows is to blame, or the statement took too long: it was undone. */
  UNDONE;

  static SqlFailure of(SQLException e) {
    if (e instanceof UndurableCommitException) {
      return UNDURABLE;
    }
    if (e instanceof UnfitDatabaseException) {
      return UNFIT;
    }
    String state = e.getSQLState();
    if (state == null) {
      return e instanceof MissingIntentException ? UNDONE : CONNECTION_LOST;
    }
    return switch (state) {
      case "40001", "40P01" -> TRY_AGAIN;
      // A statement prepared before a migration; the next try prepares it anew.
      case "0A000", "26000" -> TRY_AGAIN;
      case "55P03" -> LOCKED;
      case "42P01", "3F000", "42501" -> NO_TABLES;
      // Too many connections, out of memory or disk: not ours to judge, the database is away.
      case "53300", "53100", "53200" -> CONNECTION_LOST;
      default ->
          state.startsWith("08") || state.startsWith("57P") || state.startsWith("58")
              ? CONNECTION_LOST
              : UNDONE;
    };
  }
}
