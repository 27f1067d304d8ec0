package dev.sidegate.engine.store;

import static dev.sidegate.engine.store.ApprovalWorld.beforeAct;
import static dev.sidegate.engine.store.ApprovalWorld.byException;
import static dev.sidegate.engine.store.ApprovalWorld.standing;
import static dev.sidegate.engine.store.ApprovalWorld.window;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.sidegate.engine.approval.VoteOutcome;
import dev.sidegate.engine.intent.ClaimRequest;
import dev.sidegate.engine.intent.IntentKey;
import dev.sidegate.engine.intent.RuleDecision.Verdict;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Laws 7 and 8 as PostgreSQL holds them: a login of the agent's role, with any SQL it likes, tries
 * to get an effect done that nobody said yes to.
 */
class ApprovalWallsTest {
  private static final String REFUSED = "42501";
  private static final ApprovalWorld SHOP = new ApprovalWorld();
  private static int orders;
  private static UUID asked;
  private static UUID approved;

  @BeforeAll
  static void demand() {
    SHOP.demandingWhatever(beforeAct());
    asked = fresh();
    approved = freshApproved();
  }

  @AfterAll
  static void end() {
    SHOP.close();
  }

  private static UUID fresh() {
    return SHOP.asked("refund:" + ++orders);
  }

  private static UUID freshApproved() {
    UUID operation = fresh();
    assertThat(SHOP.approvedBy("alice", operation)).isEqualTo(VoteOutcome.Verdict.DECIDED);
    return operation;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // To decide.
        "SELECT sidegate.decide_approval(gen_random_uuid(), :asked, NULL, NULL, true, NULL, NULL,"
            + " NULL, NULL, NULL, NULL)",
        "SELECT sidegate.cancel_intent(gen_random_uuid(), :asked, NULL, 'mine')",
        "SELECT sidegate.move_intent(:asked, 'AWAITING_HUMAN', 'AUTHORIZED', 'APPROVED', NULL,"
            + " NULL, NULL, NULL, clock_timestamp())",
        "SELECT sidegate.queue_authorised(i, a, now()) FROM sidegate.intent i, sidegate.approval a",
        "SELECT sidegate.delegate_approvals('agent', 'finance', 'infinity')",
        "SELECT sidegate.accept_policy('refund', '')",
        "SELECT sidegate.void_approvals('refund', 99)",
        "SELECT sidegate.note_intent(:asked, 'APPROVED', NULL, clock_timestamp())",
        "UPDATE sidegate.approval SET state = 'GRANTED', decided_by = 'alice', decided_at = now()",
        "UPDATE sidegate.approval SET needed = 0",
        "UPDATE sidegate.approval SET role = 'mine'",
        "UPDATE sidegate.approval SET expires_at = 'infinity'",
        "UPDATE sidegate.approval SET bound_hash = sha256('other')",
        "DELETE FROM sidegate.approval",
        "INSERT INTO sidegate.approval (id, intent, state) VALUES (gen_random_uuid(), :asked,"
            + " 'GRANTED')",
        "INSERT INTO sidegate.approval (id, intent, role) VALUES (gen_random_uuid(), :asked,"
            + " 'mine')",
        "INSERT INTO sidegate.approval (id, intent, needed) VALUES (gen_random_uuid(), :asked, 0)",
        "INSERT INTO sidegate.approval (id, intent, policy_version) VALUES (gen_random_uuid(),"
            + " :asked, 1)",
        "INSERT INTO sidegate.approval_vote (vote, approval, yes, voter, names, by_token, voted_at)"
            + " VALUES (gen_random_uuid(), gen_random_uuid(), true, 'alice', '{alice}', false,"
            + " now())",
        "INSERT INTO sidegate.approval_token (token_sha256, approval, approver, expires_at)"
            + " VALUES (sha256('x'), gen_random_uuid(), 'alice', now())",
        "UPDATE sidegate.approval_token SET used_at = NULL",
        "SELECT * FROM sidegate.approval_token",
        "INSERT INTO sidegate.person_name (login, name) VALUES ('agent', 'alice')",
        "INSERT INTO sidegate.approval_delegation (principal, delegate, role, until)"
            + " VALUES ('alice', 'agent', 'finance', 'infinity')",
        "INSERT INTO sidegate.operator_decision (decision, intent, kind, seen, reason)"
            + " VALUES (gen_random_uuid(), :asked, 'CANCEL', 1, 'mine')",
        // To leave AWAITING_HUMAN.
        "UPDATE sidegate.intent SET state = 'AUTHORIZED', :step WHERE operation = :asked",
        "UPDATE sidegate.intent SET state = 'PROCESSING', :claim WHERE operation = :asked",
        "UPDATE sidegate.intent SET state = 'COMPLETED', :step WHERE operation = :asked",
        "UPDATE sidegate.intent SET state = 'REJECTED', :step WHERE operation = :asked",
        "UPDATE sidegate.intent SET state = 'EXPIRED', :step WHERE operation = :asked",
        "UPDATE sidegate.intent SET state = 'CANCELLED', :step WHERE operation = :asked",
        "UPDATE sidegate.intent SET state = 'CANCELLED', :step WHERE operation = :approved",
        // To queue without a yes.
        "INSERT INTO sidegate.effect_outbox (intent, effect, scope, not_before)"
            + " VALUES (:asked, 'refund', '', now())",
        "INSERT INTO sidegate.effect_outbox (intent, effect, scope, not_before)"
            + " VALUES (gen_random_uuid(), 'refund', '', now())",
        "INSERT INTO sidegate.effect_outbox (intent, effect, scope, not_before, queued_at)"
            + " VALUES (:approved, 'refund', '', now(), now() - interval '1 day')",
        "DELETE FROM sidegate.effect_outbox",
        "UPDATE sidegate.effect_outbox SET intent = :asked",
        "UPDATE sidegate.effect_outbox SET queued_at = now() - interval '1 day'",
        // To change what was approved.
        "UPDATE sidegate.intent SET payload = 'other' WHERE operation = :approved",
        "UPDATE sidegate.intent SET payload_hash = sha256('other') WHERE operation = :approved",
        "UPDATE sidegate.intent SET effect = 'other' WHERE operation = :approved",
        "UPDATE sidegate.intent SET policy_version = 1 WHERE operation = :asked",
        "UPDATE sidegate.intent SET deadline = 'infinity' WHERE operation = :approved",
        "UPDATE sidegate.effect_policy SET policy = '' WHERE effect = 'refund'",
        // Around the walls.
        "ALTER TABLE sidegate.intent DISABLE TRIGGER questions_end_decided",
        "CREATE OR REPLACE FUNCTION sidegate.check_start() RETURNS trigger LANGUAGE plpgsql AS"
            + " 'BEGIN RETURN NEW; END'",
        "SET ROLE sidegate_approver",
        "SET SESSION AUTHORIZATION alice",
        "GRANT sidegate_approver_finance TO agent"
      })
  void theAgentIsRefused(String sql) {
    refused(
        sql.replace(
                ":claim",
                ":step, lease_owner = gen_random_uuid(), expires_at = now(),"
                    + " attempts = 1, last_attempt = 1, first_started_at = now()")
            .replace(":step", "version = version + 1, audit_sequence = audit_sequence + 1")
            .replace(":asked", "'" + asked + "'::uuid")
            .replace(":approved", "'" + approved + "'::uuid"));
  }

  @Test
  void whatNeedsAYesIsNeitherClaimedNorQueuedAtOnce() {
    refused(insert("PROCESSING", "refund"));
    refused(insert("AUTHORIZED", "refund"));
    ClaimRequest claim =
        Asking.with(
            Asking.claim("any"),
            new IntentKey("", "refund", "refund:claimed"),
            SHOP.wish("any").policyVersion());
    assertThatThrownBy(() -> SHOP.store.claim(claim))
        .as("the store's own claim as well")
        .hasMessageContaining("refund needs a yes first");
  }

  @Test
  void anApprovedIntentStartsAndNoOtherDoes() throws SQLException {
    UUID approved = freshApproved();
    SHOP.as("agent", claim(approved));
    assertThat(SHOP.world.state(approved)).isEqualTo("PROCESSING");
    refused(claim(asked));
  }

  @Test
  void anApprovalOfAnOlderPolicyStartsNothing() {
    UUID approved = freshApproved();
    SHOP.past(
        "UPDATE sidegate.approval SET policy_version = policy_version - 1"
            + " WHERE intent = '"
            + approved
            + "'");
    refused(claim(approved));
  }

  @Test
  void anApprovalOfAnotherPayloadStartsNothing() {
    UUID approved = freshApproved();
    SHOP.past(
        "UPDATE sidegate.intent SET payload = 'other', payload_hash = sha256('other')"
            + " WHERE operation = '"
            + approved
            + "'");
    refused(claim(approved));
  }

  @Test
  void anOlderYesDoesNotCountWhileANewQuestionStands() {
    UUID approved = freshApproved();
    SHOP.past(
        "UPDATE sidegate.intent SET state = 'AWAITING_HUMAN' WHERE operation = '" + approved + "'");
    assertThat(
            catchThrowable(
                () ->
                    SHOP.as(
                        "agent",
                        "INSERT INTO sidegate.approval (id, intent, bound_hash, asked_because, facts, channels,"
                            + " budget_millis) VALUES (gen_random_uuid(), '"
                            + approved
                            + "', sha256('x'), 'policy', '{}', '{}', 1)")))
        .isNull();
    refused(
        "UPDATE sidegate.intent SET state = 'AUTHORIZED', version = version + 1,"
            + " audit_sequence = audit_sequence + 1 WHERE operation = '"
            + approved
            + "'");
  }

  @Test
  void whoDecidesIsThePolicysMatterNotTheAskingSides() throws SQLException {
    UUID asked = fresh();
    SHOP.past("DELETE FROM sidegate.approval WHERE intent = '" + asked + "'");
    SHOP.as(
        "agent",
        "INSERT INTO sidegate.approval (id, intent, bound_hash, asked_because, facts, channels,"
            + " budget_millis) VALUES (gen_random_uuid(), '"
            + asked
            + "', sha256('x'), 'policy', '{}', '{}', 1)");
    assertThat(SHOP.approval(asked, "role, needed, state, payload_hash = sha256('payload')"))
        .isEqualTo("finance|1|OPEN|t");
    assertThat(SHOP.approval(asked, "expires_at - asked_at")).isEqualTo("1 day");
  }

  @Test
  void underACancelWindowNothingIsQueuedOrStartedBeforeItHasPassed() throws SQLException {
    try (ApprovalWorld shop = new ApprovalWorld()) {
      shop.demanding(window(Duration.ofMinutes(10)));
      UUID operation = standing(shop.store.enqueue(shop.wish("refund:1"))).operation();
      shop.past("DELETE FROM sidegate.effect_outbox");
      assertThatThrownBy(
              () ->
                  shop.as(
                      "agent",
                      "INSERT INTO sidegate.effect_outbox (intent, effect, scope, not_before) VALUES ('"
                          + operation
                          + "', 'refund', '', now() + interval '599 s')"))
          .hasMessageContaining("cancel window");
      shop.as(
          "agent",
          "INSERT INTO sidegate.effect_outbox (intent, effect, scope, not_before) VALUES ('"
              + operation
              + "', 'refund', '', now() + interval '601 s')");
      assertThatThrownBy(
              () -> shop.as("agent", "UPDATE sidegate.effect_outbox SET not_before = now()"))
          .hasMessageContaining("permission denied");
      shop.past("UPDATE sidegate.effect_outbox SET not_before = now()");
      assertThatThrownBy(() -> shop.as("agent", claim(operation)))
          .as("its own time says when it was queued")
          .hasMessageContaining("has no yes");
      shop.past("UPDATE sidegate.effect_outbox SET queued_at = now() - interval '10 min'");
      shop.as("agent", claim(operation));
      assertThat(shop.world.state(operation)).isEqualTo("PROCESSING");
    }
  }

  @Test
  void byExceptionNeedsTheRecordOfThePolicysOwnRuleAndVersion() throws SQLException {
    try (ApprovalWorld shop = new ApprovalWorld()) {
      shop.demanding(byException(0));
      UUID operation =
          standing(shop.store.enqueue(shop.ruled("refund:1", Verdict.PASSED))).operation();
      for (String wrong :
          new String[] {
            "rule = 'com.acme.Other'",
            "rule_version = 2",
            "verdict = 'SAID_NO'",
            "policy_version = 1"
          }) {
        shop.past("UPDATE sidegate.rule_decision SET " + wrong);
        assertThatThrownBy(() -> shop.as("agent", claim(operation)))
            .as(wrong)
            .hasMessageContaining("has no yes");
        shop.past(
            "UPDATE sidegate.rule_decision SET rule = '"
                + ApprovalWorld.RULE
                + "', rule_version = 1, verdict = 'PASSED', policy_version = 2");
      }
      assertThatThrownBy(
              () -> shop.as("agent", "UPDATE sidegate.rule_decision SET verdict = 'PASSED'"))
          .hasMessageContaining("permission denied");
      shop.as("agent", claim(operation));
      assertThat(shop.world.state(operation)).isEqualTo("PROCESSING");
    }
  }

  @Test
  void whatTheSampleDrewIsNotPassedByItsRule() {
    try (ApprovalWorld shop = new ApprovalWorld()) {
      shop.demanding(byException(1_000_000));
      assertThatThrownBy(
              () ->
                  shop.as(
                      "agent",
                      "WITH d AS (INSERT INTO sidegate.rule_decision (intent, policy_version, rule,"
                          + " rule_version, verdict) VALUES ('"
                          + new UUID(0, 7)
                          + "', 2, '"
                          + ApprovalWorld.RULE
                          + "', 1, 'PASSED') RETURNING 1) "
                          + insert("AUTHORIZED", "refund")
                              .replace(
                                  "gen_random_uuid(), '', 'refund'",
                                  "'" + new UUID(0, 7) + "'::uuid, '', 'refund'")))
          .hasMessageContaining("needs a yes first");
    }
  }

  @Test
  void anApproverHasNoWayButTheDecision() {
    for (String sql :
        new String[] {
          "UPDATE sidegate.approval SET state = 'GRANTED'",
          "UPDATE sidegate.intent SET state = 'AUTHORIZED'",
          "INSERT INTO sidegate.effect_outbox (intent, effect, scope, not_before) VALUES ('"
              + asked
              + "', 'refund', '', now())",
          "INSERT INTO sidegate.audit_event (chain, sequence, at, actor, kind, hash)"
              + " VALUES (gen_random_uuid(), 1, clock_timestamp(), session_user, 'X', '')",
          "SELECT * FROM sidegate.approval_token",
          "SELECT sidegate.decide_approval(gen_random_uuid(), '"
              + asked
              + "', NULL, NULL, true, NULL, NULL, NULL, 'https://idp', 'bob', '{finance}')"
        }) {
      assertThatThrownBy(() -> SHOP.as("alice", sql))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(REFUSED));
    }
  }

  @Test
  void evenTheOwnerEndsAQuestionOnlyAsItWasDecided() {
    assertThatThrownBy(
            () ->
                SHOP.database.execute(
                    "UPDATE sidegate.intent SET state ="
                        + " 'AUTHORIZED', version = version + 1, audit_sequence = audit_sequence + 1"
                        + " WHERE operation = '"
                        + asked
                        + "'"))
        .hasStackTraceContaining("only people and time end a question");
    assertThatThrownBy(
            () ->
                SHOP.database.execute(
                    "UPDATE sidegate.approval SET state = 'OPEN' WHERE intent = '"
                        + approved
                        + "'"))
        .hasStackTraceContaining("asked once and decided once");
    assertThatThrownBy(
            () ->
                SHOP.database.execute(
                    "UPDATE sidegate.approval SET payload_hash = sha256('x') WHERE intent = '"
                        + asked
                        + "'"))
        .hasStackTraceContaining("asked once and decided once");
  }

  private static String claim(UUID operation) {
    return "UPDATE sidegate.intent SET state = 'PROCESSING', version = version + 1,"
        + " audit_sequence = audit_sequence + 1, lease_owner = gen_random_uuid(),"
        + " expires_at = now() + interval '30 s', attempts = 1, last_attempt = 1,"
        + " first_started_at = clock_timestamp(), changed_at = clock_timestamp()"
        + " WHERE operation = '"
        + operation
        + "'";
  }

  private static String insert(String state, String effect) {
    boolean claimed = state.equals("PROCESSING");
    return """
        INSERT INTO sidegate.intent (operation, scope, effect, key, generation, state, version,
          lease_owner, expires_at, attempts, last_attempt, max_attempts, deadline, policy_version,
          payload_hash, payload_algorithm, payload_schema, first_started_at, opened_at, changed_at,
          audit_sequence, audit_head)
        VALUES (gen_random_uuid(), '', '%s', 'forged:' || random(), 1, '%s', 1,
          %s, %s, %d, %d, 1, now() + interval '1 h', %d, sha256(''), 1, '', %s, now(), now(), 1, '')
        """
        .formatted(
            effect,
            state,
            claimed ? "gen_random_uuid()" : "NULL",
            claimed ? "now()" : "NULL",
            claimed ? 1 : 0,
            claimed ? 1 : 0,
            2,
            claimed ? "now()" : "NULL");
  }

  private static void refused(String sql) {
    assertThatThrownBy(() -> SHOP.as("agent", sql))
        .as(sql)
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(REFUSED));
  }
}
