package dev.sidegate.engine.store;

import java.sql.SQLException;
import java.sql.SQLWarning;

/** The commit happened here and perhaps nowhere else. Asking again would not make it durable. */
final class UndurableCommitException extends SQLException {
  private static final long serialVersionUID = 1L;

  UndurableCommitException(SQLWarning warning) {
    super(
        "the commit was acknowledged with a warning: " + warning.getMessage(),
        warning.getSQLState(),
        warning);
  }
}
