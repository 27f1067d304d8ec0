package dev.sidegate.engine.store;

import dev.sidegate.engine.intent.EffectProposal;
import dev.sidegate.engine.world.PostgresServer;
import dev.sidegate.engine.world.TestDatabase;
import dev.sidegate.engine.world.TestDatabase.Login;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** A database of one's own, a store that an agent's JVM has open, and a person on call. */
final class StoreWorld implements AutoCloseable {
  final TestDatabase database = PostgresServer.shared().freshDatabase();
  final PostgresStore store = openStore();

  StoreWorld() {
    store.propose(new EffectProposal("refund", "com.acme.Refunds#refund", Set.of(), ""));
  }

  /** One more JVM. */
  PostgresStore openStore() {
    return PostgresStore.open(settings(Login.AGENT));
  }

  OperatorStore openOperator() {
    return OperatorStore.open(settings(Login.OPERATOR));
  }

  StoreSettings settings(Login login) {
    return StoreSettings.of(database.jdbcUrl(), database.user(login), database.password(login));
  }

  /** Lets a lease run out without waiting for it. */
  void endLease(UUID operation) {
    database.execute(
        "UPDATE sidegate.intent SET expires_at = clock_timestamp() - interval '1 ms'"
            + " WHERE operation = '"
            + operation
            + "'");
  }

  /** Without the wait after the server's start. */
  int sweepAtOnce() {
    try (Connection connection = database.connect(Login.AGENT)) {
      return new LeaseStatements().sweep(connection, Duration.ZERO, 100);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  String state(UUID operation) {
    return database
        .query("SELECT state FROM sidegate.intent WHERE operation = '" + operation + "'")
        .get(0);
  }

  List<String> attemptStates(UUID operation) {
    return database.query(
        "SELECT state FROM sidegate.attempt WHERE intent = '" + operation + "' ORDER BY number");
  }

  /** Kind, state before and state after. */
  List<String> events(UUID operation) {
    return database.query(
        "SELECT kind, from_state, to_state FROM sidegate.audit_event WHERE chain = '"
            + operation
            + "' ORDER BY sequence");
  }

  @Override
  public void close() {
    store.close();
  }
}
