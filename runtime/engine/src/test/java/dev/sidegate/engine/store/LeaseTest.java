package dev.sidegate.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.engine.intent.Claimed;
import dev.sidegate.engine.intent.LeaseOwner;
import dev.sidegate.engine.world.TestDatabase.Login;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class LeaseTest {
  private static final StoreWorld WORLD = new StoreWorld();

  @AfterAll
  static void end() {
    WORLD.close();
  }

  @Test
  void aLeaseIsProlongedOnTheDatabasesClock() {
    Claimed claim = claim("refund:1");

    assertThat(WORLD.store.renew(List.of(claim), Duration.ofMinutes(10))).isEmpty();

    assertThat(
            WORLD.database.query(
                "SELECT expires_at BETWEEN clock_timestamp() + interval '9 min'"
                    + " AND clock_timestamp() + interval '10 min' FROM sidegate.intent"
                    + " WHERE operation = '"
                    + claim.operation()
                    + "'"))
        .containsExactly("t");
  }

  @Test
  void aRenewalSaysWhichLeasesAreLost() {
    Claimed held = claim("refund:2");
    Claimed swept = claim("refund:3");
    Claimed settled = claim("refund:4");
    Claimed unknown =
        new Claimed(
            UUID.randomUUID(),
            held.key(),
            1,
            1,
            1,
            new LeaseOwner(UUID.randomUUID()),
            held.deadline());
    Claimed foreign =
        new Claimed(
            held.operation(),
            held.key(),
            1,
            held.version(),
            1,
            new LeaseOwner(UUID.randomUUID()),
            held.deadline());
    WORLD.endLease(swept.operation());
    WORLD.store.claim(Asking.claim("refund:3"));
    WORLD.store.settle(Asking.settle(settled, Asking.completed("done")));

    assertThat(WORLD.store.renew(List.of(foreign, swept, settled, unknown), Asking.LEASE))
        .containsExactlyInAnyOrder(
            foreign.owner(), swept.owner(), settled.owner(), unknown.owner());
    assertThat(WORLD.store.renew(List.of(held), Asking.LEASE)).isEmpty();
  }

  @Test
  void aLeasePastItsTimeThatNobodyMovedGoesOn() {
    Claimed claim = claim("refund:5");
    WORLD.endLease(claim.operation());

    assertThat(WORLD.store.renew(List.of(claim), Asking.LEASE)).isEmpty();
    WORLD.store.claim(Asking.claim("refund:5"));
    assertThat(WORLD.state(claim.operation())).isEqualTo("PROCESSING");
  }

  @Test
  void aRowThatAnotherTransactionHoldsIsNeitherRenewedNorLost() throws SQLException {
    Claimed claim = claim("refund:6");
    try (Connection holder = WORLD.database.connect(Login.OWNER);
        Statement statement = holder.createStatement()) {
      holder.setAutoCommit(false);
      statement.execute("SELECT FROM sidegate.intent WHERE key = 'refund:6' FOR UPDATE");

      assertThat(WORLD.store.renew(List.of(claim), Asking.LEASE)).isEmpty();
      holder.rollback();
    }
  }

  @Test
  void theSweepMovesExpiredLeasesToDoubtAndWaitsAfterARestart() throws SQLException {
    Claimed expired = claim("refund:7");
    Claimed held = claim("refund:8");
    WORLD.endLease(expired.operation());
    LeaseStatements statements = new LeaseStatements();
    try (Connection connection = WORLD.database.connect(Login.AGENT)) {
      assertThat(statements.sweep(connection, Duration.ofDays(1), 100))
          .as("the server came up less than a day ago")
          .isZero();

      assertThat(statements.sweep(connection, Duration.ZERO, 100)).isEqualTo(1);
    }
    assertThat(WORLD.state(expired.operation())).isEqualTo("UNKNOWN");
    assertThat(WORLD.state(held.operation())).isEqualTo("PROCESSING");
    assertThat(WORLD.attemptStates(expired.operation())).containsExactly("UNKNOWN");
    assertThat(WORLD.events(expired.operation()))
        .containsExactly("CLAIMED|null|PROCESSING", "LEASE_EXPIRED|PROCESSING|UNKNOWN");
  }

  @Test
  void theSweepLeavesWhatIsBeingSettledAlone() throws SQLException {
    Claimed expired = claim("refund:9");
    WORLD.endLease(expired.operation());
    try (Connection settling = WORLD.database.connect(Login.OWNER);
        Statement statement = settling.createStatement();
        Connection sweeping = WORLD.database.connect(Login.AGENT);
        Statement patience = sweeping.createStatement()) {
      patience.execute("SET lock_timeout = '200ms'");
      settling.setAutoCommit(false);
      statement.execute("SELECT FROM sidegate.intent WHERE key = 'refund:9' FOR UPDATE");

      assertThat(new LeaseStatements().sweep(sweeping, Duration.ZERO, 100)).isZero();
      settling.rollback();
    }
    WORLD.store.settle(Asking.settle(expired, Asking.completed("done")));
    assertThat(WORLD.state(expired.operation())).isEqualTo("COMPLETED");
  }

  private static Claimed claim(String key) {
    return Asking.granted(WORLD.store.claim(Asking.claim(key)));
  }
}
