package dev.sidegate.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sidegate.engine.intent.Claimed;
import dev.sidegate.engine.world.TestDatabase.Login;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Law 8, tried from inside: a login of the agent's role with any SQL it likes. */
class WallsTest {
  private static final String REFUSED = "42501";
  private static final StoreWorld WORLD = new StoreWorld();
  private static Claimed completed;
  private static Claimed doubted;
  private static Claimed failed;
  private static Claimed running;

  @BeforeAll
  static void fill() {
    completed = Asking.granted(WORLD.store.claim(Asking.claim("refund:completed")));
    WORLD.store.settle(Asking.settle(completed, Asking.completed("done")));
    doubted = Asking.granted(WORLD.store.claim(Asking.claim("refund:doubted")));
    WORLD.store.settle(Asking.settle(doubted, Asking.doubt()));
    failed = Asking.granted(WORLD.store.claim(Asking.claim("refund:failed")));
    WORLD.store.settle(Asking.settle(failed, Asking.terminal()));
    running = Asking.granted(WORLD.store.claim(Asking.claim("refund:running")));
  }

  @AfterAll
  static void end() {
    WORLD.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // The audit.
        "UPDATE sidegate.audit_event SET actor = 'somebody'",
        "DELETE FROM sidegate.audit_event",
        "TRUNCATE sidegate.audit_event",
        "INSERT INTO sidegate.audit_event (chain, sequence, at, actor, kind, hash)"
            + " VALUES (gen_random_uuid(), 1, clock_timestamp(), 'operator', 'FORGED', '')",
        "INSERT INTO sidegate.audit_event (chain, sequence, at, actor, kind, hash)"
            + " VALUES (gen_random_uuid(), 1, clock_timestamp() - interval '1 hour', session_user,"
            + " 'BACKDATED', '')",
        "INSERT INTO sidegate.audit_event (chain, sequence, at, actor, kind, hash)"
            + " VALUES (gen_random_uuid(), 1, clock_timestamp() + interval '1 hour', session_user,"
            + " 'POSTDATED', '')",
        // The kill switch, the policy, the installation.
        "UPDATE sidegate.kill_switch SET enabled = true",
        "INSERT INTO sidegate.kill_switch (effect, scope, enabled, reason)"
            + " VALUES ('refund', '*', true, 'mine')",
        "DELETE FROM sidegate.kill_switch",
        "UPDATE sidegate.effect_policy SET policy = '', version = version + 1",
        "INSERT INTO sidegate.effect_policy (effect, owner, policy, version)"
            + " VALUES ('other', 'me', '', 1)",
        "DELETE FROM sidegate.effect_policy",
        "UPDATE sidegate.installation SET id = gen_random_uuid()",
        // The gate after a failover.
        "UPDATE sidegate.failover_gate SET open = true",
        "UPDATE sidegate.failover_gate SET timeline = 99",
        "UPDATE sidegate.failover_gate SET synchronous = true",
        "DELETE FROM sidegate.failover_gate",
        "INSERT INTO sidegate.failover_gate (open, reason) VALUES (true, 'mine')",
        "SELECT sidegate.server_now()",
        // What was asked for.
        "UPDATE sidegate.intent SET payload = 'other'",
        "UPDATE sidegate.intent SET payload_hash = sha256('other')",
        "UPDATE sidegate.intent SET key = 'other'",
        "UPDATE sidegate.intent SET scope = 'other'",
        "UPDATE sidegate.intent SET effect = 'other'",
        "UPDATE sidegate.intent SET generation = generation + 1",
        "UPDATE sidegate.intent SET operation = gen_random_uuid()",
        "UPDATE sidegate.intent SET max_attempts = 99",
        "UPDATE sidegate.intent SET deadline = 'infinity'",
        "UPDATE sidegate.intent SET policy_version = 99",
        "UPDATE sidegate.intent SET corrects = gen_random_uuid()",
        "DELETE FROM sidegate.intent",
        "TRUNCATE sidegate.intent",
        // People's decisions.
        "INSERT INTO sidegate.operator_decision (decision, intent, kind, seen, reason)"
            + " VALUES (gen_random_uuid(), gen_random_uuid(), 'APPLIED', 1, 'mine')",
        // Attempts and evidence.
        "DELETE FROM sidegate.attempt",
        "UPDATE sidegate.attempt SET actor = 'operator'",
        "INSERT INTO sidegate.attempt (intent, number, owner, state, actor, started_at)"
            + " VALUES (gen_random_uuid(), 1, gen_random_uuid(), 'RUNNING', 'operator', now())",
        "UPDATE sidegate.attempt SET owner = gen_random_uuid()",
        "UPDATE sidegate.attempt SET watched = true",
        "UPDATE sidegate.late_evidence SET kind = 'DOUBT'",
        "DELETE FROM sidegate.late_evidence",
        "INSERT INTO sidegate.late_evidence (intent, attempt, owner, kind, actor)"
            + " VALUES (gen_random_uuid(), 1, gen_random_uuid(), 'DOUBT', 'operator')",
        // Ways around.
        "ALTER TABLE sidegate.intent DISABLE TRIGGER ALL",
        "DROP TRIGGER append_only ON sidegate.audit_event",
        "CREATE OR REPLACE FUNCTION sidegate.refuse() RETURNS trigger LANGUAGE plpgsql AS"
            + " 'BEGIN RETURN NEW; END'",
        "SET session_replication_role = replica",
        "SET ROLE sidegate_operator",
        "CREATE TABLE sidegate.mine ()",
        "GRANT sidegate_operator TO agent"
      })
  void theAgentIsRefused(String sql) {
    assertThatThrownBy(() -> as(Login.AGENT, sql))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(REFUSED));
  }

  @Test
  void theAgentClosesTheGateOfFailoversAndNeverOpensIt() throws SQLException {
    as(Login.AGENT, "SELECT sidegate.server_changed('something changed', false)");
    String gate = "SELECT open, changed_by, reason FROM sidegate.failover_gate";
    assertThat(WORLD.database.query(gate)).containsExactly("f|agent|something changed");

    as(Login.AGENT, "SELECT sidegate.server_changed('nothing is wrong', true)");
    as(Login.AGENT, "SELECT sidegate.look_at_server()");
    assertThat(WORLD.database.query(gate)).containsExactly("f|agent|something changed");

    try (OperatorStore operator = WORLD.openOperator()) {
      assertThat(operator.resumeAfterFailover("nothing had changed")).isTrue();
      assertThat(operator.resumeAfterFailover("again")).as("it is open").isFalse();
    }
    assertThat(WORLD.database.query(gate)).containsExactly("t|operator|nothing had changed");
  }

  @Test
  void finalStatesAreNeverLeft() {
    for (Claimed finished : new Claimed[] {completed, failed}) {
      for (String state : new String[] {"PROCESSING", "FAILED_RETRYABLE", "UNKNOWN"}) {
        assertThatThrownBy(() -> as(Login.AGENT, move(finished, state)))
            .hasMessageContaining("no such transition");
      }
    }
    assertThatThrownBy(() -> as(Login.AGENT, move(completed, "FAILED_TERMINAL")))
        .hasMessageContaining("no such transition");
  }

  @Test
  void aProvenFailureIsCorrectedOnlyByAPersonAndOnlyWhereEvidenceOpposesIt() {
    for (Login login : new Login[] {Login.AGENT, Login.OPERATOR}) {
      for (String state : new String[] {"COMPLETED", "ABANDONED"}) {
        String moved =
            update(
                failed,
                "state = '"
                    + state
                    + "', version = version + 1, audit_sequence = audit_sequence + 1");
        assertThatThrownBy(() -> as(login, moved)).hasMessageContaining("only an operator");
      }
    }
  }

  @Test
  void whatAProviderPromisedOnlyShrinks() {
    for (String wider :
        new String[] {
          "idempotent = true",
          "keyed_until = clock_timestamp() + interval '1 year'",
          "first_started_at = clock_timestamp()"
        }) {
      assertThatThrownBy(() -> as(Login.AGENT, update(doubted, wider)))
          .hasMessageContaining("only shrinks");
    }
  }

  @Test
  void aCompletedIntentKeepsItsProof() {
    assertThatThrownBy(() -> as(Login.AGENT, update(completed, "result = 'other'")))
        .hasMessageContaining("keeps its result and receipt");
    assertThatThrownBy(() -> as(Login.AGENT, update(completed, "receipt = 'other'")))
        .hasMessageContaining("keeps its result and receipt");
  }

  @Test
  void doubtIsNotClaimedAgainByHand() {
    assertThatThrownBy(() -> as(Login.AGENT, move(doubted, "PROCESSING")))
        .hasMessageContaining("no such transition of a doubt");
  }

  @Test
  void onlyAPersonAbandons() {
    assertThatThrownBy(() -> as(Login.AGENT, move(doubted, "ABANDONED")))
        .hasMessageContaining("only an operator");
  }

  @Test
  void aDoubtKeepsItsReconcilerUntilAPersonSaysOtherwise() {
    assertThatThrownBy(() -> as(Login.AGENT, update(doubted, "reconciler = 'other@9'")))
        .hasMessageContaining("a doubt keeps the reconciler that it arose under");
  }

  @Test
  void aTransitionMovesVersionAndAuditChainByOne() {
    for (String forgotten :
        new String[] {
          "state = 'UNKNOWN'",
          "state = 'UNKNOWN', version = version + 1",
          "state = 'UNKNOWN', audit_sequence = audit_sequence + 1",
          "state = 'UNKNOWN', version = version + 2, audit_sequence = audit_sequence + 1"
        }) {
      assertThatThrownBy(() -> as(Login.AGENT, update(running, forgotten)))
          .hasMessageContaining("one version and one audit event at a time");
    }
  }

  @Test
  void anIntentBeginsWithItsFirstClaimInOneOpenGeneration() {
    assertThatThrownBy(() -> as(Login.AGENT, insert("COMPLETED", "refund:forged", 1)))
        .hasMessageContaining("begins with its first claim");
    assertThatThrownBy(() -> as(Login.AGENT, insert("PROCESSING", "refund:completed", 2)))
        .hasMessageContaining("not proven to have applied nothing");
    assertThatThrownBy(() -> as(Login.AGENT, insert("PROCESSING", "refund:failed", 3)))
        .as("no generation is left out")
        .hasMessageContaining("not proven to have applied nothing");
  }

  @Test
  void theOwnerToo() {
    assertThatThrownBy(() -> as(Login.OWNER, "DELETE FROM sidegate.audit_event"))
        .hasMessageContaining("append-only");
    assertThatThrownBy(() -> as(Login.OWNER, "TRUNCATE sidegate.audit_event"))
        .hasMessageContaining("append-only");
    assertThatThrownBy(() -> as(Login.OWNER, move(completed, "PROCESSING")))
        .hasMessageContaining("no such transition");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE sidegate.audit_event SET actor = 'somebody'",
        "DELETE FROM sidegate.audit_event",
        "UPDATE sidegate.intent SET payload = 'other'",
        "UPDATE sidegate.intent SET result = 'other'",
        "INSERT INTO sidegate.intent SELECT * FROM sidegate.intent",
        "DELETE FROM sidegate.intent",
        "DELETE FROM sidegate.kill_switch",
        "INSERT INTO sidegate.kill_switch (effect, scope, enabled, reason, changed_by)"
            + " VALUES ('x', '*', false, 'r', 'somebody')",
        "UPDATE sidegate.kill_switch SET changed_by = 'somebody'",
        "INSERT INTO sidegate.operator_decision (decision, intent, kind, seen, reason, decided_by)"
            + " VALUES (gen_random_uuid(), gen_random_uuid(), 'APPLIED', 1, 'r', 'somebody')",
        "UPDATE sidegate.failover_gate SET timeline = 99",
        "UPDATE sidegate.failover_gate SET open = NOT open, changed_by = 'somebody'",
        "SELECT sidegate.server_changed('x', true)",
        "UPDATE sidegate.operator_decision SET reason = 'other'",
        "DELETE FROM sidegate.operator_decision"
      })
  void theOperatorIsRefused(String sql) {
    assertThatThrownBy(() -> as(Login.OPERATOR, sql))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(REFUSED));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE sidegate.intent SET state = 'UNKNOWN'",
        "INSERT INTO sidegate.audit_event (chain, sequence, at, actor, kind, hash)"
            + " VALUES (gen_random_uuid(), 1, clock_timestamp(), session_user, 'X', '')",
        "UPDATE sidegate.kill_switch SET enabled = false",
        "SELECT sidegate.propose_policy('x', 'y', '{}', '')"
      })
  void theReaderIsRefused(String sql) {
    assertThatThrownBy(() -> as(Login.READER, sql))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(REFUSED));
  }

  private static String move(Claimed claim, String state) {
    return update(
        claim,
        "state = '"
            + state
            + "', version = version + 1, audit_sequence = audit_sequence + 1,"
            + " lease_owner = gen_random_uuid(), expires_at = clock_timestamp()");
  }

  private static String update(Claimed claim, String assignments) {
    return "UPDATE sidegate.intent SET "
        + assignments
        + " WHERE operation = '"
        + claim.operation()
        + "'";
  }

  private static String insert(String state, String key, int generation) {
    return """
    INSERT INTO sidegate.intent (operation, scope, effect, key, generation, state, version,
      lease_owner, expires_at, attempts, last_attempt, max_attempts, deadline, policy_version,
      payload_hash, payload_algorithm, payload_schema, first_started_at, opened_at, changed_at,
      audit_sequence, audit_head)
    VALUES (gen_random_uuid(), '', 'refund', '%s', %d, '%s', 1,
      gen_random_uuid(), now(), 1, 1, 1, now(), 1, sha256(''), 1, '', now(), now(), now(), 1, '')
    """
        .formatted(key, generation, state);
  }

  private static void as(Login login, String sql) throws SQLException {
    try (Connection connection = WORLD.database.connect(login);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
