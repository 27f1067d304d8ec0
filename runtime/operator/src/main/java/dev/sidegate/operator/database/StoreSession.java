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
    checkUrl(target);
    try (OperatorStore store =
        OperatorStore.open(StoreSettings.of(target.url(), target.user(), target.password()))) {
      return question.apply(store);
    } catch (StoreUnavailableException unavailable) {
      throw fault(target, unavailable);
    }
  }

  /** Refuses what is no PostgreSQL. */
  public static void checkUrl(Target target) {
    if (!target.url().startsWith("jdbc:postgresql:")) {
      throw DatabaseFaults.noPostgres(target);
    }
  }

  /** What the store's refusal means for whoever typed the command. */
  public static Fault fault(Target target, StoreUnavailableException unavailable) {
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
