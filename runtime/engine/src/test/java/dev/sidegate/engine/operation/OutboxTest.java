package dev.sidegate.engine.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sidegate.CallScope;
import dev.sidegate.EffectStatus;
import dev.sidegate.EffectUnavailableException;
import dev.sidegate.Executed;
import dev.sidegate.Operation;
import dev.sidegate.OperationStatus;
import dev.sidegate.Outbox;
import dev.sidegate.RetryAdvice;
import dev.sidegate.Sidegate;
import dev.sidegate.engine.world.PostgresServer;
import dev.sidegate.engine.world.TestDatabase;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code Outbox.in(connection)}: a wish that commits, or is rolled back, with the application. */
class OutboxTest {
  @TempDir Path journal;

  private OrderWorld world;
  private Connection application;

  @BeforeEach
  void start() throws SQLException {
    world = new OrderWorld(journal);
    application = world.application();
  }

  @AfterEach
  void stop() throws SQLException {
    application.close();
    world.close();
  }

  @Test
  void aWishIsMadeAfterItsTransactionHasCommitted() throws Exception {
    Operation operation = Outbox.in(application).call(order("tea", 1));
    OperationStatus before = operation.status();
    application.commit();

    assertThat(before.status()).isEqualTo(EffectStatus.UNAVAILABLE);
    assertThat(before.executed()).isEqualTo(Executed.UNKNOWN);
    awaitMade(operation);
    OperationStatus after = operation.status();
    assertThat(after.status()).isEqualTo(EffectStatus.SCHEDULED);
    assertThat(after.id()).isEqualTo(operation.id());
    assertThat(after.key()).isEqualTo("order:tea");
    assertThat(
            world.one(
                "SELECT r.payload IS NULL, i.state, i.payload IS NOT NULL FROM"
                    + " sidegate.outbox_request r JOIN sidegate.intent i ON i.operation ="
                    + " r.intent"))
        .isEqualTo("t|AUTHORIZED|t");
    assertThat(world.tool.placed).isEmpty();
  }

  @Test
  void aRolledBackWishIsNone() throws Exception {
    Operation rolledBack = Outbox.in(application).call(order("tea", 1));
    application.rollback();
    Operation committed = Outbox.in(application).call(order("rice", 1));
    application.commit();

    awaitMade(committed);
    assertThat(rolledBack.status().status()).isEqualTo(EffectStatus.UNAVAILABLE);
    assertThat(world.one("SELECT key FROM sidegate.intent")).isEqualTo("order:rice");
  }

  @Test
  void anOlderWishIsFoundAndItsResultRebuilt() throws Throwable {
    world.tool.order("tea", 1);
    Operation operation = Outbox.in(application).call(order("tea", 1));
    application.commit();

    OperationStatus status = over(operation);
    assertThat(status.status()).isEqualTo(EffectStatus.COMPLETED);
    assertThat(status.result()).isEqualTo("placed tea");
    assertThat(world.one("SELECT count(*) FROM sidegate.intent")).isEqualTo("1");
    assertThat(world.tool.placed).containsExactly("tea");
  }

  @Test
  void anotherPayloadIsRefused() throws Throwable {
    world.tool.order("tea", 1);
    Operation operation = Outbox.in(application).call(order("tea", 2));
    application.commit();

    OperationStatus status = over(operation);
    assertThat(status.status()).isEqualTo(EffectStatus.CONFLICT);
    assertThat(status.retry()).isEqualTo(RetryAdvice.WITH_CHANGES);
    assertThat(status.reason()).isEqualTo("the key is taken by another payload");
    assertThat(world.one("SELECT state, payload IS NULL FROM sidegate.outbox_request"))
        .isEqualTo("REFUSED|t");
  }

  @Test
  void whatNeedsAYesIsAskedForInTheRequestersName() throws Exception {
    Operation operation =
        CallScope.ofTrigger("t-1")
            .requester("bob")
            .call(
                () ->
                    Outbox.in(application)
                        .call((Callable<?>) () -> world.tool.orderMuchUnchecked("silk", 9)));
    application.commit();

    awaitMade(operation);
    assertThat(operation.status().status()).isEqualTo(EffectStatus.AWAITING_APPROVAL);
    assertThat(world.one("SELECT requester, facts::jsonb ->> 'trigger' FROM sidegate.approval"))
        .isEqualTo("bob|t-1");
  }

  @Test
  void thatARequestIsPickedUpTwiceMakesOneWish() throws Exception {
    Operation operation = Outbox.in(application).call(order("tea", 1));
    application.commit();
    awaitMade(operation);

    world.database.execute(
        "SET session_replication_role = replica; UPDATE sidegate.outbox_request r"
            + " SET state = 'PENDING', ended_at = NULL, intent = NULL, payload = i.payload,"
            + " next_try_at = clock_timestamp() FROM sidegate.intent i");

    awaitMade(operation);
    assertThat(world.one("SELECT count(*) FROM sidegate.intent")).isEqualTo("1");
    assertThat(world.one("SELECT count(*) FROM sidegate.effect_outbox")).isEqualTo("1");
  }

  @Test
  void whatIsStoppedWaitsUntilItMayGoOn() throws Exception {
    world.database.execute(
        "INSERT INTO sidegate.kill_switch (effect, scope, enabled, reason)"
            + " VALUES ('order', '*', false, 'too many orders')");
    Operation operation = Outbox.in(application).call(order("tea", 1));
    application.commit();

    await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(() -> assertThat(operation.status().reason()).isEqualTo("too many orders"));
    assertThat(operation.status().status()).isEqualTo(EffectStatus.SCHEDULED);
    assertThat(world.one("SELECT count(*) FROM sidegate.intent")).isEqualTo("0");
    world.database.execute("DELETE FROM sidegate.kill_switch WHERE effect = 'order'");

    awaitMade(operation);
  }

  @Test
  void aRowThatWasTamperedWithIsParkedWithItsBytesUntouched() throws Exception {
    Map<?, ?> request =
        (Map<?, ?>) Objects.requireNonNull(world.ask("outbox.request", order("tea", 1)));
    List<Object> parameters =
        new ArrayList<>((List<?>) Objects.requireNonNull(request.get("parameters")));
    parameters.replaceAll(
        value -> value instanceof byte[] bytes && bytes.length != 32 ? tampered(bytes) : value);
    insert((String) Objects.requireNonNull(request.get("statement")), parameters);
    application.commit();

    OperationStatus status =
        over(Sidegate.operation((String) Objects.requireNonNull(request.get("id"))));
    assertThat(status.status()).isEqualTo(EffectStatus.FAILED);
    assertThat(status.executed()).isEqualTo(Executed.NO);
    assertThat(status.retry()).isEqualTo(RetryAdvice.AFTER_OPERATOR);
    assertThat(world.one("SELECT state, payload IS NOT NULL FROM sidegate.outbox_request"))
        .isEqualTo("PARKED|t");
    assertThat(world.one("SELECT count(*) FROM sidegate.intent")).isEqualTo("0");
    assertThatThrownBy(
            () -> world.database.execute("UPDATE sidegate.outbox_request SET payload = NULL"))
        .rootCause()
        .hasMessageContaining("a request stays as it was written");
  }

  @Test
  void theApplicationsTransactionHoldsNoLockOfOurs() throws Throwable {
    Operation unused = Outbox.in(application).call(order("tea", 1));

    assertThat(
            world.database.query(
                """
                SELECT DISTINCT c.relname, l.mode FROM pg_locks l
                JOIN pg_stat_activity a ON a.pid = l.pid AND a.usename = 'shop'
                  AND a.datname = current_database()
                JOIN pg_class c ON c.oid = l.relation AND c.relkind = 'r'
                JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'sidegate'
                WHERE l.mode <> 'AccessShareLock'
                """))
        .containsExactly("outbox_request|RowExclusiveLock");
    assertThat(world.tool.order("tea", 1)).as("the same key, meanwhile").isEqualTo("placed tea");
  }

  @Test
  void theApplicationsLoginMayWriteRequestsAndNothingElse() throws Exception {
    Operation unused = Outbox.in(application).call(order("tea", 1));
    application.commit();

    for (String forbidden :
        List.of(
            "SELECT * FROM sidegate.outbox_request",
            "UPDATE sidegate.outbox_request SET state = 'PARKED'",
            "DELETE FROM sidegate.outbox_request",
            "INSERT INTO sidegate.outbox_request (id, state) VALUES (gen_random_uuid(), 'MADE')",
            "INSERT INTO sidegate.outbox_request (id, requested_by)"
                + " VALUES (gen_random_uuid(), 'alice')",
            "SELECT * FROM sidegate.intent",
            "INSERT INTO sidegate.effect_outbox (intent) VALUES (gen_random_uuid())",
            "SELECT id FROM sidegate.installation",
            "SELECT sidegate.note_outcome(gen_random_uuid(), 'order')")) {
      assertThatThrownBy(() -> run(forbidden))
          .as(forbidden)
          .isInstanceOfSatisfying(
              SQLException.class, denied -> assertThat(denied.getSQLState()).isEqualTo("42501"));
      application.rollback();
    }
  }

  @Test
  void aConnectionToAnotherInstallationIsRefused() throws Exception {
    TestDatabase other = PostgresServer.shared().freshDatabase();
    other.execute("UPDATE sidegate.installation SET id = gen_random_uuid()");
    try (Connection elsewhere = OrderWorld.application(other)) {
      assertThatThrownBy(() -> Outbox.in(elsewhere).call(order("tea", 1)))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("this request was written for another installation");
    }
    assertThat(other.query("SELECT count(*) FROM sidegate.outbox_request")).containsExactly("0");
  }

  @Test
  void withoutTransactionTableOrRightItSaysWhatToDo() throws Exception {
    application.setAutoCommit(true);
    assertThatThrownBy(() -> Outbox.in(application).call(order("tea", 1)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("setAutoCommit(false)");
    application.setAutoCommit(false);
    world.database.execute("REVOKE INSERT ON sidegate.outbox_request FROM sidegate_application");
    assertThatThrownBy(() -> Outbox.in(application).call(order("tea", 1)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("GRANT sidegate_application");
  }

  @Test
  void asWithDeferItIsExactlyOneGuardedCall() throws Exception {
    assertThatThrownBy(() -> Outbox.in(application).call(() -> "nothing"))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(
            () ->
                Outbox.in(application)
                    .call(
                        (Callable<?>)
                            () -> {
                              throw new IOException("of its own");
                            }))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(
            () ->
                Outbox.in(application)
                    .call(
                        () -> Sidegate.effect("mail").key("mail:{}", 1).payload("x").run(() -> {})))
        .isInstanceOf(EffectUnavailableException.class);
    application.commit();
    assertThat(world.one("SELECT count(*) FROM sidegate.outbox_request")).isEqualTo("0");
  }

  private void run(String sql) throws SQLException {
    try (Statement statement = application.createStatement()) {
      statement.execute(sql);
    }
  }

  private void insert(String sql, List<Object> parameters) throws SQLException {
    try (PreparedStatement statement = application.prepareStatement(sql)) {
      for (int i = 0; i < parameters.size(); i++) {
        if (parameters.get(i) instanceof byte[] bytes) {
          statement.setBytes(i + 1, bytes);
        } else {
          statement.setObject(i + 1, parameters.get(i));
        }
      }
      statement.executeUpdate();
    }
  }

  private static byte[] tampered(byte[] stored) {
    byte[] other = stored.clone();
    other[other.length - 1] ^= 1;
    return other;
  }

  private void awaitMade(Operation operation) {
    await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(
            () ->
                assertThat(
                        world.one(
                            "SELECT state FROM sidegate.outbox_request WHERE id = '"
                                + operation.id()
                                + "'"))
                    .isEqualTo("MADE"));
  }

  private static OperationStatus over(Operation operation) throws InterruptedException {
    OperationStatus status = operation.await(Duration.ofMinutes(1));
    assertThat(status.isOver()).as(status.toToolResult()).isTrue();
    return status;
  }

  private Callable<String> order(String item, long pieces) {
    return () -> {
      try {
        return world.tool.order(item, pieces);
      } catch (Exception | Error thrown) {
        throw thrown;
      } catch (Throwable thrown) {
        throw new AssertionError(thrown);
      }
    };
  }
}
