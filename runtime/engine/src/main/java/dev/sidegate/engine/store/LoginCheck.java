package dev.sidegate.engine.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Law 8 is made of grants, and a superuser or the tables' owner passes through them. On a
 * developer's machine that is how one begins; elsewhere it gets one loud line.
 */
final class LoginCheck implements ConnectionCheck {
  private static final Logger LOG = LoggerFactory.getLogger(LoginCheck.class);

  private final AtomicBoolean told = new AtomicBoolean();

  @Override
  public void check(Connection connection) throws SQLException {
    if (told.get()) {
      return;
    }
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                """
                SELECT session_user AS login, pg_has_role(session_user, c.relowner, 'MEMBER') AS owns
                FROM pg_catalog.pg_class c WHERE c.oid = 'sidegate.intent'::regclass
                """)) {
      if (row.next() && row.getBoolean("owns") && told.compareAndSet(false, true)) {
        LOG.warn(
            "The login {} owns Sidegate's tables: PostgreSQL cannot refuse it anything. Give this"
                + " JVM a login of the role sidegate_agent (java -jar sidegate.jar migrate --login"
                + " NAME)",
            row.getString("login"));
      }
    }
  }
}
