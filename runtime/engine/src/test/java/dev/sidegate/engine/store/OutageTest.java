package dev.sidegate.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sidegate.engine.intent.ClaimRequest;
import dev.sidegate.engine.intent.Claimed;
import dev.sidegate.engine.intent.SettleOutcome;
import dev.sidegate.engine.intent.StoreUnavailableException;
import dev.sidegate.engine.world.TestDatabase.Login;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class OutageTest {
  private static final StoreWorld WORLD = new StoreWorld();

  @AfterAll
  static void end() {
    WORLD.close();
  }

  @Test
  void aDatabaseThatIsAwayRefusesInBoundedTimeAndSaysWhatToLookAt() {
    StoreSettings nowhere =
        new StoreSettings(
            "jdbc:postgresql://localhost:1/nowhere",
            "agent",
            "test",
            2,
            Duration.ofSeconds(1),
            Duration.ofMillis(500),
            Duration.ofMillis(200),
            Duration.ofSeconds(1),
            null);
    try (PostgresStore store = PostgresStore.open(nowhere)) {
      List<Throwable> refusals =
          Together.call(
              16,
              caller -> {
                try {
                  return new AssertionError(store.claim(Asking.claim("refund:" + caller)));
                } catch (StoreUnavailableException refused) {
                  return refused;
                }
              });

      assertThat(refusals)
          .hasSize(16)
          .allSatisfy(
              refused ->
                  assertThat(refused)
                      .isInstanceOf(StoreUnavailableException.class)
                      .hasMessageContaining("jdbc:postgresql://localhost:1/nowhere")
                      .hasMessageContaining("sidegate.jdbc.url"));
    }
  }

  @Test
  void connectionsThatBreakAreOpenedAnew() {
    for (int outage = 0; outage < 3; outage++) {
      breakConnections();
      String prefix = "refund:broken:" + outage + ":";

      List<Claimed> claims =
          Together.call(
              32, caller -> Asking.granted(WORLD.store.claim(Asking.claim(prefix + caller))));
      breakConnections();
      List<SettleOutcome> ends =
          Together.call(
              32,
              caller ->
                  WORLD.store.settle(Asking.settle(claims.get(caller), Asking.completed("done"))));

      assertThat(ends).allMatch(SettleOutcome.Settled.class::isInstance);
    }
    assertThat(WORLD.store.renew(List.of(), Asking.LEASE)).isEmpty();
  }

  @Test
  void connectionsThatBreakUnderLoadLoseNoAnswerAndGrantNothingTwice() {
    int callers = 24;
    List<Integer> grants =
        Together.call(
            callers + 1,
            caller -> {
              if (caller == callers) {
                for (int outage = 0; outage < 20; outage++) {
                  breakConnections();
                }
                return 0;
              }
              int granted = 0;
              for (int call = 0; call < 20; call++) {
                Claimed claim =
                    Asking.granted(
                        WORLD.store.claim(Asking.claim("refund:load:" + caller + ":" + call)));
                WORLD.store.settle(Asking.settle(claim, Asking.completed("done")));
                granted++;
              }
              return granted;
            });

    assertThat(grants).filteredOn(granted -> granted == 20).hasSize(callers);
    assertThat(
            WORLD.database.query(
                "SELECT count(*), sum(attempts), min(state), max(state) FROM sidegate.intent"
                    + " WHERE key LIKE 'refund:load:%'"))
        .as("each claim is one attempt, whatever was acknowledged")
        .containsExactly(callers * 20 + "|" + callers * 20 + "|COMPLETED|COMPLETED");
  }

  @Test
  void aGrantThatNobodyHeardOfIsHandedBack() throws SQLException {
    ClaimRequest request = Asking.claim("refund:orphan");
    Claimed unheard = Asking.granted(WORLD.store.claim(request));
    Orphans orphans = new Orphans(Duration.ZERO);
    orphans.add(request);
    orphans.add(Asking.claim("refund:never-granted"));

    try (Connection connection = WORLD.database.connect(Login.AGENT)) {
      orphans.handBack(connection, WORLD.store::settle);
    }

    assertThat(WORLD.state(unheard.operation())).isEqualTo("FAILED_RETRYABLE");
    assertThat(WORLD.attemptStates(unheard.operation())).containsExactly("HANDED_BACK");
    Asking.granted(WORLD.store.claim(Asking.claim("refund:orphan")));
  }

  @Test
  void aClaimFoundByReadingIsConfirmedByACommit() throws SQLException {
    Claimed claim = Asking.granted(WORLD.store.claim(Asking.claim("refund:confirmed")));

    try (Connection connection = WORLD.database.connect(Login.AGENT)) {
      assertThat(new ClaimConfirmation().confirm(connection, claim)).containsExactly(1);
      WORLD.store.settle(Asking.settle(claim, Asking.completed("done")));
      assertThat(new ClaimConfirmation().confirm(connection, claim)).isEmpty();
    }
  }

  @Test
  void aCommitAcknowledgedWithAWarningIsNone() throws SQLException {
    try (Connection connection = WORLD.database.connect(Login.AGENT);
        var statement =
            connection.prepareStatement(
                "DO $$ BEGIN RAISE WARNING 'canceling wait for synchronous replication'; END $$")) {
      statement.execute();

      assertThatThrownBy(() -> CommitWarnings.refuse(statement))
          .isInstanceOf(UndurableCommitException.class)
          .hasMessageContaining("canceling wait for synchronous replication");
    }
  }

  private static void breakConnections() {
    WORLD.database.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'agent'"
            + " AND datname = current_database()");
  }
}
