package dev.sidegate.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sidegate.engine.audit.AuditFinding;
import dev.sidegate.engine.audit.AuditReport;
import dev.sidegate.engine.intent.ClaimOutcome;
import dev.sidegate.engine.intent.Claimed;
import dev.sidegate.engine.intent.IntentState;
import dev.sidegate.engine.intent.SettleOutcome;
import dev.sidegate.engine.world.TestDatabase.Login;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Retention on a real database: doubt stays, every key stays, and the audit stays verifiable. */
class PruneTest {
  private static final Retention DEFAULT = new Retention(null, Map.of(), Duration.ofDays(90));
  private static final UUID BEGINNING = new UUID(0, 0);

  private final AuditWorld audit = new AuditWorld();

  @AfterEach
  void end() {
    audit.close();
  }

  @Test
  void whatIsSettledAndOldEnoughBecomesATombstoneThatStillAnswers() {
    UUID old = audit.completed("refund:old");
    audit.operator.seal();
    audit.age(old, 91);

    assertThat(prune(DEFAULT)).isEqualTo(1);

    assertThat(
            audit.world.database.query(
                "SELECT state, key, payload, result, receipt, octet_length(payload_hash)"
                    + " FROM sidegate.intent"))
        .containsExactly("COMPLETED|refund:old|null|null|receipt-1|32");
    assertThat(audit.count("attempt")).isZero();
    assertThat(audit.world.events(old)).isEmpty();
    assertThat(audit.world.store.claim(Asking.claim("refund:old")))
        .isInstanceOfSatisfying(
            ClaimOutcome.Standing.class,
            standing -> {
              assertThat(standing.intent().state()).isEqualTo(IntentState.COMPLETED);
              assertThat(standing.intent().result()).isNull();
              assertThat(standing.intent().receipt()).isEqualTo("receipt-1");
            });
    assertThat(audit.world.store.claim(Asking.claim("refund:old", "another payload")))
        .isInstanceOf(ClaimOutcome.OtherPayload.class);
    assertThat(prune(DEFAULT)).as("once").isZero();
  }

  @Test
  void theAuditStaysVerifiableAndSaysWhatWasPruned() {
    for (int refund = 0; refund < 5; refund++) {
      UUID old = audit.completed("refund:" + refund);
      audit.age(old, 91);
    }
    UUID process = audit.process("PROCESS", "REFUSED_STOPPED");
    audit.tamper("UPDATE sidegate.process_chain SET changed_at = now() - interval '91 days'");
    audit.completed("refund:young");
    audit.operator.seal();

    assertThat(prune(DEFAULT)).isEqualTo(5);
    audit.operator.seal();

    assertThat(audit.world.events(process)).isEmpty();
    AuditReport report = audit.verify();
    assertThat(report.findings()).isEmpty();
    assertThat(report).returns(6L, AuditReport::pruned).returns(0L, AuditReport::unsealed);
    assertThat(AuditWorld.verify(audit.export())).isEqualTo(report);
    assertThat(
            audit.world.database.query(
                "SELECT actor, detail::json ->> 'intents', detail::json ->> 'processes'"
                    + " FROM sidegate.audit_event WHERE kind = 'PRUNED'"))
        .containsExactly("operator|5|1");
  }

  @Test
  void doubtAndWhatWaitsForAPersonIsNeverPruned() {
    UUID doubt = audit.doubt("refund:doubt");
    UUID given = audit.doubt("refund:given up");
    abandon(given);
    UUID running =
        Asking.granted(audit.world.store.claim(Asking.claim("refund:running"))).operation();
    Claimed failing = Asking.granted(audit.world.store.claim(Asking.claim("refund:retry")));
    audit.world.store.settle(Asking.settle(failing, Asking.retryable(Duration.ZERO)));
    UUID held = audit.completed("refund:held");
    audit.tamper(
        "UPDATE sidegate.intent SET hold_reason = 'contradicted' WHERE operation = '" + held + "'");
    audit.operator.seal();
    for (UUID operation : List.of(doubt, given, running, failing.operation(), held)) {
      audit.age(operation, 10_000);
    }

    assertThat(prune(new Retention(null, Map.of(), Duration.ZERO))).isZero();
    assertThat(audit.count("intent WHERE payload IS NULL OR pruned IS NOT NULL")).isZero();
    assertThat(audit.count("attempt")).isEqualTo(5);
    assertThatThrownBy(
            () ->
                audit.world.database.execute(
                    "UPDATE sidegate.intent SET pruned = 1 WHERE operation = '" + doubt + "'"))
        .hasStackTraceContaining("only what is settled is pruned");
  }

  @Test
  void whatPeopleWereAskedGoesWithItsIntentAndNeverWhileTheyAreAsked() {
    UUID decided = audit.completed("refund:decided");
    UUID asked = audit.completed("refund:asked");
    audit.operator.seal();
    audit.age(decided, 91);
    audit.age(asked, 91);
    question(decided, "GRANTED");
    question(asked, "OPEN");

    assertThat(prune(DEFAULT)).isEqualTo(1);

    assertThat(audit.world.database.query("SELECT intent FROM sidegate.approval"))
        .as("somebody still sees it")
        .containsExactly(asked.toString());
    for (String table :
        List.of("approval_vote", "approval_token", "approval_notice", "rule_decision")) {
      assertThat(audit.count(table)).as(table).isOne();
    }
    assertThat(audit.world.database.query("SELECT intent FROM sidegate.effect_outbox"))
        .containsExactly(asked.toString());
    assertThat(audit.count("intent WHERE pruned IS NOT NULL")).isOne();
  }

  /** A question with all that stands around it, past the walls. */
  private void question(UUID intent, String state) {
    UUID approval = UUID.randomUUID();
    audit.tamper(
        """
        INSERT INTO sidegate.approval (
          id, intent, number, effect, payload_hash, bound_hash, policy_version, mode, role, needed,
          asked_because, facts, channels, budget_millis, asked_at, expires_at, state, decided_at,
          decided_by)
        VALUES ('%1$s', '%2$s', 1, 'refund', sha256(''), sha256(''), 1, 'BEFORE_ACT', 'finance', 1,
          'policy', '{}', '{log}', 1000, now(), now(), '%3$s',
          CASE '%3$s' WHEN 'OPEN' THEN NULL ELSE now() END,
          CASE '%3$s' WHEN 'OPEN' THEN NULL ELSE 'ann' END);
        INSERT INTO sidegate.approval_vote (vote, approval, yes, voter, names, by_token, voted_at)
        VALUES (gen_random_uuid(), '%1$s', true, 'ann', '{ann}', false, now());
        INSERT INTO sidegate.approval_token (token_sha256, approval, approver, expires_at)
        VALUES (sha256('%1$s'), '%1$s', 'ann', now());
        INSERT INTO sidegate.approval_notice (approval, kind, channel, role, next_try_at)
        VALUES ('%1$s', 'ASKED', 'log', 'finance', now())
        ON CONFLICT DO NOTHING;
        INSERT INTO sidegate.rule_decision (intent, policy_version, rule, rule_version, verdict)
        VALUES ('%2$s', 1, 'a.Rule', 1, 'PASSED');
        INSERT INTO sidegate.effect_outbox (intent, effect, scope, not_before, state)
        VALUES ('%2$s', 'refund', '', now(), 'COMPLETED');
        """
            .formatted(approval, intent, state));
  }

  @Test
  void eachEffectHasItsOwnRetentionAndAnEffectCanBeNamed() {
    UUID refund = audit.completed("refund:1");
    audit.operator.seal();
    audit.age(refund, 40);

    assertThat(prune(DEFAULT)).isZero();
    assertThat(prune(new Retention("other", Map.of(), Duration.ZERO))).isZero();
    assertThat(prune(new Retention(null, Map.of("refund", Duration.ofDays(41)), Duration.ZERO)))
        .isZero();
    assertThat(
            audit.operator.prune(
                new Retention("refund", Map.of("refund", Duration.ofDays(30)), Duration.ofDays(90)),
                BEGINNING,
                true))
        .as("counted only")
        .returns(1, Pruned::intents);
    assertThat(audit.count("intent WHERE pruned IS NOT NULL")).isZero();
    assertThat(
            prune(new Retention(null, Map.of("refund", Duration.ofDays(30)), Duration.ofDays(90))))
        .isEqualTo(1);
  }

  @Test
  void withoutAnAnchorNothingIsPruned() {
    Claimed claim = Asking.granted(audit.world.store.claim(Asking.claim("refund:1")));
    audit.operator.seal();
    audit.world.store.settle(Asking.settle(claim, Asking.completed("done")));
    audit.age(claim.operation(), 91);

    assertThat(prune(DEFAULT)).as("its last event is not sealed").isZero();
    audit.operator.seal();
    assertThat(prune(DEFAULT)).isEqualTo(1);
  }

  @Test
  void whatSomebodyElseHoldsIsSkippedNotWaitedFor() throws SQLException {
    UUID held = audit.completed("refund:held");
    UUID free = audit.completed("refund:free");
    audit.operator.seal();
    audit.age(held, 91);
    audit.age(free, 91);
    try (Connection other = audit.world.database.connect(Login.OWNER);
        Statement lock = other.createStatement()) {
      other.setAutoCommit(false);
      lock.execute("SELECT FROM sidegate.intent WHERE operation = '" + held + "' FOR UPDATE");

      assertThat(prune(DEFAULT)).isEqualTo(1);
    }
    assertThat(audit.world.events(held)).isNotEmpty();
    assertThat(prune(DEFAULT)).isEqualTo(1);
  }

  @Test
  void anAttemptThatReportsAfterwardsIsKeptAsEvidence() {
    Claimed lost = Asking.granted(audit.world.store.claim(Asking.claim("refund:1")));
    audit.world.endLease(lost.operation());
    audit.world.sweepAtOnce();
    decide(lost.operation(), new Decision.Applied("re_2"));
    audit.operator.seal();
    audit.age(lost.operation(), 91);
    assertThat(prune(DEFAULT)).isEqualTo(1);

    assertThat(audit.world.store.settle(Asking.settle(lost, Asking.completed("done"))))
        .isInstanceOf(SettleOutcome.Fenced.class);
    assertThat(audit.count("late_evidence")).isEqualTo(1);
    assertThat(audit.verify().findings()).isEmpty();
  }

  @Test
  void onlyAnOperatorPrunesAndOnlyThatWay() {
    UUID old = audit.completed("refund:old");
    audit.operator.seal();
    audit.age(old, 91);
    String call =
        "SELECT sidegate.prune('%s', 10, NULL, '{}', '{}', 0, false)".formatted(BEGINNING);
    for (Login login : List.of(Login.AGENT, Login.READER)) {
      refused(login, call);
    }
    for (Login login : List.of(Login.AGENT, Login.OPERATOR, Login.READER)) {
      refused(login, "UPDATE sidegate.intent SET pruned = 1");
      refused(login, "UPDATE sidegate.process_chain SET pruned = 1");
    }
    prune(DEFAULT);
    for (Login login : Login.values()) {
      refused(login, "DELETE FROM sidegate.intent");
      refused(login, "TRUNCATE sidegate.intent");
    }
    refused(Login.OWNER, "UPDATE sidegate.intent SET pruned = NULL");
    refused(Login.OWNER, "UPDATE sidegate.intent SET result = 'forged'");
    refused(Login.OWNER, "DELETE FROM sidegate.audit_event");
  }

  @Test
  void whoHidesEventsBehindATombstoneIsFound() {
    UUID hidden = audit.completed("refund:hidden");
    UUID old = audit.completed("refund:old");
    audit.operator.seal();
    audit.age(old, 91);
    prune(DEFAULT);
    audit.tamper(
        "UPDATE sidegate.intent SET pruned = 1; DELETE FROM sidegate.audit_event WHERE chain = '"
            + hidden
            + "'");

    assertThat(audit.verify().findings())
        .extracting(AuditFinding::what)
        .containsExactly(
            "tombstones name event 1 of the installation's chain, which pruned others than these");
  }

  private int prune(Retention retention) {
    int intents = 0;
    Pruned step = audit.operator.prune(retention, BEGINNING, false);
    while (step.examined() > 0) {
      intents += step.intents();
      step = audit.operator.prune(retention, step.last(), false);
    }
    return intents;
  }

  private void abandon(UUID operation) {
    decide(operation, new Decision.Abandon());
  }

  private void decide(UUID operation, Decision.Verdict verdict) {
    long seen = audit.operator.history(operation).orElseThrow().intent().version();
    assertThat(
            audit.operator.decide(
                new Decision(UUID.randomUUID(), operation, seen, verdict, "tested")))
        .isInstanceOf(DecisionOutcome.Decided.class);
  }

  private void refused(Login login, String sql) {
    assertThatThrownBy(
            () -> {
              try (Connection connection = audit.world.database.connect(login);
                  Statement statement = connection.createStatement()) {
                statement.execute(sql);
              }
            })
        .as(login + ": " + sql)
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("42501"));
  }
}
