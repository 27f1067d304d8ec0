package dev.sidegate.engine.store;

import java.sql.SQLException;

/** The database answers, and is not fit to hold claims; the message says why and how to mend it. */
final class UnfitDatabaseException extends SQLException {
  private static final long serialVersionUID = 1L;

  UnfitDatabaseException(String message) {
    super(message);
  }
}
