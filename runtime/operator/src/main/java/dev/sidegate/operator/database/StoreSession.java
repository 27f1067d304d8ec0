package dev.sidegate.operator.database;

import dev.sidegate.engine.intent.StoreUnavailableException;
import dev.sidegate.engine.store.OperatorStore;
import dev.sidegate.engine.store.StoreSettings;
import dev.sidegate.operator.Fault;
import java.sql.SQLException;
import java.util.function.Function;

/**
 * The engine's operator store, opened for one command. What the database answers instead is told as
 * a {@link Fault}.
 *
 * @param target the database
 */
public record StoreSession(Target target) {

  /** Asks over one connection. */
  public <A> A ask(Function<OperatorStore, A> question) {
    checkUrl();
    try (OperatorStore store =
        OperatorStore.open(StoreSettings.of(target.url(), target.user(), target.password()))) {
      return question.apply(store);
    } catch (StoreUnavailableException unavailable) {
      throw fault(unavailable);
    }
  }

  private void checkUrl() {
    if (!target.url().startsWith("jdbc:postgresql:")) {
      throw DatabaseFaults.noPostgres(target);
    }
  }

  private Fault fault(StoreUnavailableException unavailable) {
    SQLException innermost = null;
    for (Throwable cause = unavailable; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException found) {
        innermost = found;
      }
    }
    return innermost == null
        ? Fault.noDatabase(String.valueOf(unavailable.getMessage()), "").because(unavailable)
        : DatabaseFaults.of(target, innermost);
  }
}
