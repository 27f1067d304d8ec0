package dev.sidegate.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.engine.world.PostgresServer;
import dev.sidegate.engine.world.TestDatabase;
import dev.sidegate.engine.world.TestDatabase.Login;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The plans that the store's sessions make once and keep: as good for ten million intents as for
 * none, whatever the statistics said when they were made.
 */
class StatementPlansTest {
  private static final Pattern SCAN =
      Pattern.compile(
          ".* on (intent|attempt|audit_event|late_evidence|approval|effect_outbox"
              + "|reconciliation_probe|outbox_request|outcome)\\b.*");

  /** Statements that no agent may run. */
  private static final Set<String> PEOPLES = Set.of("decide", "grant_held");

  private static final Pattern NARROWED = Pattern.compile("(Index|Recheck) Cond:");

  private static final TestDatabase EMPTY = PostgresServer.shared().freshDatabase();
  private static final TestDatabase FILLED = filled(PostgresServer.shared().freshDatabase());

  @ParameterizedTest
  @ValueSource(
      strings = {
        "claim",
        "settle",
        "renew",
        "sweep",
        "keep_receipt",
        "unwatch",
        "lost_claims",
        "enqueue",
        "due_entries",
        "dispatch",
        "hand_over",
        "find_dispatched",
        "decide",
        "grant_held",
        "list_held",
        "due_probes",
        "claim_probe",
        "settle_probe",
        "operation_status",
        "take_requests",
        "end_request",
        "take_outcomes",
        "end_outcome"
      })
  void noPlanMadeOnAnEmptyDatabaseReadsAWholeTable(String statement) {
    assertThat(wholeReads(plan(EMPTY, statement))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "claim",
        "settle",
        "renew",
        "sweep",
        "keep_receipt",
        "unwatch",
        "lost_claims",
        "enqueue",
        "due_entries",
        "dispatch",
        "hand_over",
        "find_dispatched",
        "decide",
        "grant_held",
        "list_held",
        "due_probes",
        "claim_probe",
        "settle_probe",
        "operation_status",
        "take_requests",
        "end_request",
        "take_outcomes",
        "end_outcome"
      })
  void noPlanMadeOnAFilledDatabaseReadsAWholeTable(String statement) {
    assertThat(wholeReads(plan(FILLED, statement))).isEmpty();
  }

  /**
   * Scans of the large tables that no index narrows. What is open, held or being sent, the few, has
   * its own index.
   */
  private static List<String> wholeReads(List<String> plan) {
    List<String> whole = new ArrayList<>();
    for (int line = 0; line < plan.size(); line++) {
      String node = plan.get(line);
      if (SCAN.matcher(node).matches()
          && node.contains("Scan")
          && !node.contains("intent_open")
          && !node.contains("intent_held")
          && !node.contains("outbox_sending")
          && !NARROWED.matcher(plan.get(Math.min(line + 1, plan.size() - 1))).find()) {
        whole.add(node.strip());
      }
    }
    return whole;
  }

  private static List<String> plan(TestDatabase database, String statement) {
    AtomicInteger parameter = new AtomicInteger();
    String text =
        Pattern.compile("\\?")
            .matcher(SqlText.named(statement).jdbc())
            .replaceAll(each -> "\\$" + parameter.incrementAndGet());
    try (Connection connection = asTheStoreConnects(database, statement);
        Statement explain = connection.createStatement();
        ResultSet rows = explain.executeQuery("EXPLAIN (GENERIC_PLAN, COSTS OFF) " + text)) {
      List<String> lines = new ArrayList<>();
      while (rows.next()) {
        lines.add(rows.getString(1));
      }
      return lines;
    } catch (SQLException e) {
      throw new IllegalStateException(statement, e);
    }
  }

  private static Connection asTheStoreConnects(TestDatabase database, String statement)
      throws SQLException {
    Login login = PEOPLES.contains(statement) ? Login.OPERATOR : Login.AGENT;
    String user = database.user(login);
    String password = database.password(login);
    StoreSettings settings = StoreSettings.of(database.jdbcUrl(), user, password);
    Properties properties = new Properties();
    properties.setProperty("user", user);
    properties.setProperty("password", password);
    properties.setProperty("options", SessionSettings.of(settings).startupOptions());
    // GENERIC_PLAN takes parameters that nobody binds, which only the simple protocol lets pass.
    properties.setProperty("preferQueryMode", "simple");
    return DriverManager.getConnection(database.jdbcUrl(), properties);
  }

  private static TestDatabase filled(TestDatabase database) {
    database.execute(
        """
        SET session_replication_role = replica; -- past the walls: nobody claimed these
        INSERT INTO sidegate.intent (
          operation, scope, effect, key, generation, state, version, attempts, last_attempt,
          max_attempts, deadline, policy_version, payload_hash, payload_algorithm, payload_schema,
          opened_at, changed_at, audit_sequence, audit_head)
        SELECT gen_random_uuid(), '', 'refund', 'refund:' || n, 1, 'COMPLETED', 2, 1, 1,
          4, now(), 1, sha256(''), 1, '', now(), now(), 2, ''
        FROM generate_series(1, 20000) n;
        INSERT INTO sidegate.attempt (intent, number, owner, state, actor, started_at)
        SELECT operation, 1, gen_random_uuid(), 'COMPLETED', '', now() FROM sidegate.intent;
        ANALYZE;
        """);
    return database;
  }
}
