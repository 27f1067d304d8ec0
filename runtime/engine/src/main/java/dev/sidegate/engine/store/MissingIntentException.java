package dev.sidegate.engine.store;

import dev.sidegate.engine.intent.Claimed;
import java.sql.SQLException;

/** The intent of a claim that was granted is not in the database. */
final class MissingIntentException extends SQLException {
  private static final long serialVersionUID = 1L;

  MissingIntentException(Claimed claim) {
    super(
        "operation "
            + claim.operation()
            + " is not in the database, although its claim was committed: was it restored from a"
            + " backup, or does the URL lead to another one?");
  }
}
