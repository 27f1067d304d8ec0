package dev.sidegate.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sidegate.engine.audit.AuditReport;
import dev.sidegate.engine.audit.AuditStore.Sealed;
import dev.sidegate.engine.intent.Claimed;
import dev.sidegate.engine.world.TestDatabase.Login;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Anchors seal every committed chain, hold nobody up, and miss nothing that commits later. */
class AnchorTest {
  private final AuditWorld audit = new AuditWorld();

  @AfterEach
  void end() {
    audit.close();
  }

  @Test
  void everyKindOfChainIsSealedAndNothingTwice() {
    audit.completed("refund:1");
    audit.doubt("refund:2");
    audit.process("PROCESS", "REFUSED_CONFLICT");
    audit.operator.stop(new SwitchTarget("refund", SwitchTarget.EVERY), "testing");

    assertThat(audit.verify().unsealed()).isEqualTo(4);
    assertThat(audit.operator.seal()).isEqualTo(new Sealed(1, 4, false));
    assertThat(audit.operator.seal()).isEqualTo(new Sealed(0, 0, false));

    AuditReport report = audit.verify();
    assertThat(report.findings()).isEmpty();
    assertThat(report)
        .returns(4L, AuditReport::chains)
        .returns(7L, AuditReport::events)
        .returns(1L, AuditReport::anchors)
        .returns(0L, AuditReport::unsealed);
  }

  @Test
  void aChainThatGrowsIsSealedAgain() {
    Claimed claim = Asking.granted(audit.world.store.claim(Asking.claim("refund:1")));
    assertThat(audit.operator.seal().chains()).isEqualTo(1);
    audit.world.store.settle(Asking.settle(claim, Asking.completed("done")));
    assertThat(audit.operator.seal()).isEqualTo(new Sealed(2, 1, false));

    assertThat(audit.verify()).returns(true, AuditReport::isIntact);
  }

  @Test
  void whatCommitsAfterAnAnchorIsInTheNextOne() throws SQLException {
    UUID slow = UUID.randomUUID();
    audit.completed("refund:before");
    try (Connection open = audit.world.database.connect(Login.AGENT);
        Statement statement = open.createStatement()) {
      open.setAutoCommit(false);
      statement.execute("SELECT sidegate.record_process('" + slow + "', 0, '{PROCESS}', '{NULL}')");
      UUID after = audit.completed("refund:after");

      assertThat(audit.operator.seal().anchor()).isEqualTo(1);
      assertThat(anchored(slow)).as("not committed").isEmpty();
      open.commit();

      assertThat(audit.operator.seal().anchor()).isEqualTo(2);
      assertThat(anchored(slow)).containsExactly("1|2");
      assertThat(anchored(after)).as("beyond the horizon of the first").containsExactly("2|2");
    }
    assertThat(audit.verify())
        .returns(true, AuditReport::isIntact)
        .returns(0L, AuditReport::unsealed);
  }

  @Test
  void nobodyWaitsForAnAnchorAndItWaitsForNobody() throws SQLException {
    Claimed running = Asking.granted(audit.world.store.claim(Asking.claim("refund:1")));
    try (Connection sealing = audit.world.database.connect(Login.OPERATOR);
        Statement seal = sealing.createStatement();
        Connection claiming = audit.world.database.connect(Login.OWNER);
        Statement lock = claiming.createStatement()) {
      claiming.setAutoCommit(false);
      lock.execute("SELECT FROM sidegate.intent FOR UPDATE");
      sealing.setAutoCommit(false);
      seal.execute("SET lock_timeout = '1ms'");
      try (ResultSet row = seal.executeQuery("SELECT * FROM sidegate.seal_audit('0', 100)")) {
        row.next();
        assertThat(row.getLong("sealed")).isEqualTo(1);
      }
      claiming.rollback();

      assertThat(audit.operator.seal().anchor()).as("one at a time, without waiting").isZero();
      audit.world.store.settle(Asking.settle(running, Asking.completed("done")));
      audit.completed("refund:2");
      sealing.commit();
    }
    audit.operator.seal();
    assertThat(audit.verify())
        .returns(true, AuditReport::isIntact)
        .returns(0L, AuditReport::unsealed);
  }

  @Test
  void anEngineMakesOneOnlyAfterItsPause() {
    audit.completed("refund:1");
    assertThat(audit.world.store.seal(Duration.ofHours(1)).anchor()).isEqualTo(1);
    audit.completed("refund:2");
    assertThat(audit.world.store.seal(Duration.ofHours(1)).anchor()).isZero();
    assertThat(audit.world.store.seal(Duration.ZERO).anchor()).isEqualTo(2);
  }

  @Test
  void manyChainsAreSealedByMoreThanOneAnchor() throws SQLException {
    for (int refund = 0; refund < 5; refund++) {
      audit.completed("refund:" + refund);
    }
    int anchors = 0;
    boolean more = true;
    try (Connection connection = audit.world.database.connect(Login.OPERATOR);
        Statement statement = connection.createStatement()) {
      while (more) {
        try (ResultSet row = statement.executeQuery("SELECT * FROM sidegate.seal_audit('0', 3)")) {
          row.next();
          more = row.getBoolean("more");
          anchors++;
        }
      }
    }
    assertThat(anchors).isGreaterThan(2);
    assertThat(audit.verify())
        .returns(true, AuditReport::isIntact)
        .returns(0L, AuditReport::unsealed);
  }

  @Test
  void inAnotherClusterMembershipSaysWhatIsSealed() {
    UUID before = audit.completed("refund:1");
    audit.operator.seal();
    audit.completed("refund:2");
    // As if the tables had been restored where transactions are counted from elsewhere.
    audit.tamper("UPDATE sidegate.audit_anchor SET cluster = 7, horizon = 1 << 30");

    assertThat(audit.operator.seal()).isEqualTo(new Sealed(2, 1, false));
    assertThat(anchored(before)).containsExactly("2|1");
    audit.completed("refund:3");
    assertThat(audit.operator.seal()).isEqualTo(new Sealed(3, 1, false));
    assertThat(audit.verify().unsealed()).isZero();
  }

  @Test
  void nobodyWritesAnchorsByHand() {
    audit.completed("refund:1");
    audit.operator.seal();
    for (Login login : Login.values()) {
      for (String sql :
          List.of(
              "UPDATE sidegate.audit_anchor SET root = ''",
              "DELETE FROM sidegate.audit_anchor",
              "TRUNCATE sidegate.audit_anchor",
              "UPDATE sidegate.audit_anchor_member SET hash = ''",
              "DELETE FROM sidegate.audit_anchor_member",
              "TRUNCATE sidegate.audit_anchor_member")) {
        refused(login, sql);
      }
    }
    for (Login login : List.of(Login.AGENT, Login.OPERATOR, Login.READER)) {
      refused(login, "INSERT INTO sidegate.audit_anchor SELECT * FROM sidegate.audit_anchor");
      refused(
          login, "INSERT INTO sidegate.audit_anchor_member VALUES (gen_random_uuid(), 1, 1, '')");
    }
    refused(Login.READER, "SELECT sidegate.seal_audit('0', 10)");
  }

  @Test
  void noEventIsWrittenIntoATransactionThatIsSealed() {
    refused(
        Login.AGENT,
        "INSERT INTO sidegate.audit_event (chain, sequence, at, actor, kind, hash, transaction)"
            + " VALUES (gen_random_uuid(), 1, clock_timestamp(), session_user, 'HIDDEN', '', 1)");
  }

  private List<String> anchored(UUID chain) {
    return audit.world.database.query(
        "SELECT sequence, anchor FROM sidegate.audit_anchor_member WHERE chain = '" + chain + "'");
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
