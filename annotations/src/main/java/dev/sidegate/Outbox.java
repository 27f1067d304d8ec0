package dev.sidegate;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Writes a wish in the application's own transaction: it is carried out if that commits, and only
 * then.
 *
 * <pre>{@code
 * connection.setAutoCommit(false);
 * orders.insert(connection, order);
 * Operation mail = Outbox.in(connection).call(() -> mails.sendConfirmation(order));
 * connection.commit();
 * }</pre>
 *
 * <p>The connection leads to Sidegate's own database, under any login that may insert into {@code
 * sidegate.outbox_request} ({@code GRANT sidegate_application TO app}). No row and no lock of
 * Sidegate's other tables is touched by the transaction. After the commit an engine that has the
 * method's class in use makes the wish of it, as if it had been deferred then: policy, approval and
 * kill switch apply, and a wish that exists already is found. Until then {@link Operation#status()}
 * is {@link EffectStatus#UNAVAILABLE}; after a rollback it stays so.
 */
public final class Outbox {
  private static final String NO_TABLE = "42P01";
  private static final String NO_SCHEMA = "3F000";
  private static final String NO_RIGHT = "42501";

  private final Connection connection;

  private Outbox(Connection connection) {
    this.connection = connection;
  }

  /** On a connection whose transaction is under way; it is neither committed nor closed here. */
  public static Outbox in(Connection connection) {
    return new Outbox(Objects.requireNonNull(connection, "connection"));
  }

  /**
   * Writes the one guarded call that the body makes; it runs later, whatever its execution says. As
   * with {@link Sidegate#defer}, the call throws to the body, and nothing is written unless the
   * body makes exactly one and ends with it.
   *
   * @return the operation; known to others after the commit
   * @throws IllegalStateException if the body makes no guarded call or more than one, the
   *     connection commits by itself, or it does not lead to Sidegate's database under a login that
   *     may write requests
   * @throws EffectHeldException if the call is refused
   * @throws EffectUnavailableException if there is no engine in this JVM, or it has no database
   * @throws SQLException if the row cannot be written
   * @throws Exception what the body throws of its own; nothing is written then
   */
  public Operation call(Callable<?> body) throws Exception {
    Objects.requireNonNull(body, "body");
    if (connection.getAutoCommit()) {
      throw new IllegalStateException(
          "the connection commits each statement by itself, so there is no transaction that the"
              + " wish could belong to; call setAutoCommit(false) first, or use Sidegate.defer");
    }
    Map<?, ?> request = (Map<?, ?>) Door.demand("outbox.request", body);
    write((String) value(request, "statement"), (List<?>) value(request, "parameters"));
    return new Operation((String) value(request, "id"));
  }

  /** The same for a body without a result. */
  public Operation call(Runnable body) throws SQLException {
    Objects.requireNonNull(body, "body");
    try {
      return call(
          (Callable<?>)
              () -> {
                body.run();
                return null;
              });
    } catch (RuntimeException | SQLException e) {
      throw e;
    } catch (Exception impossible) {
      throw new AssertionError("a Runnable throws no checked exception", impossible);
    }
  }

  private void write(String sql, List<?> parameters) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int index = 0; index < parameters.size(); index++) {
        Object value = parameters.get(index);
        if (value instanceof byte[] bytes) {
          statement.setBytes(index + 1, bytes);
        } else {
          statement.setObject(index + 1, value);
        }
      }
      statement.executeUpdate();
    } catch (SQLException refused) {
      throw explained(refused);
    }
  }

  private static SQLException explained(SQLException refused) {
    String state = String.valueOf(refused.getSQLState());
    if (state.equals(NO_TABLE) || state.equals(NO_SCHEMA)) {
      throw new IllegalStateException(
          "the connection leads to a database without Sidegate's tables (of this version)",
          refused);
    }
    if (state.equals(NO_RIGHT)) {
      throw new IllegalStateException(
          "the connection's login may not write requests; let the tables' owner run: GRANT"
              + " sidegate_application TO its login",
          refused);
    }
    return refused;
  }

  private static Object value(Map<?, ?> request, String name) {
    @Nullable Object value = request.get(name);
    return Objects.requireNonNull(value, name);
  }
}
