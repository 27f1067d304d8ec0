package dev.sidegate.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.engine.intent.ClaimOutcome;
import dev.sidegate.engine.intent.Claimed;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** What one call costs, as the server counts it. */
class StatementCountTest {
  private static final StoreWorld WORLD = new StoreWorld();

  @AfterAll
  static void end() {
    WORLD.close();
  }

  @Test
  void aCallIsTwoStatementsAndTwoCommitsAndAReplayIsOne() {
    call("refund:warm-up");
    forgetStatements();

    call("refund:counted");
    assertThat(statements())
        .as("neither BEGIN nor COMMIT nor anything else: each statement is its own transaction")
        .isEqualTo(Map.of("claim", 1, "settle", 1));

    forgetStatements();
    assertThat(WORLD.store.claim(Asking.claim("refund:counted")))
        .isInstanceOf(ClaimOutcome.Standing.class);
    assertThat(statements()).isEqualTo(Map.of("claim", 1));
  }

  @Test
  void aReplayTakesNoTransactionIdAndWritesNothing() {
    call("refund:replayed");
    WORLD.store.claim(Asking.claim("refund:replayed"));
    forgetStatements();
    long before = nextTransactionId();

    int replays = 20;
    for (int replay = 0; replay < replays; replay++) {
      WORLD.store.claim(Asking.claim("refund:replayed"));
    }

    assertThat(nextTransactionId() - before)
        .as("the server's own housekeeping may take one; each replay does not")
        .isLessThan(replays);
    assertThat(
            WORLD.database.query(
                "SELECT sum(wal_records) FROM pg_stat_statements s " + mine() + " AND calls > 1"))
        .containsExactly("0");
  }

  @Test
  void aRefusedOrWaitingClaimWritesNothing() {
    Asking.granted(WORLD.store.claim(Asking.claim("refund:running", "10")));
    long before = nextTransactionId();

    int claims = 20;
    for (int claim = 0; claim < claims; claim++) {
      WORLD.store.claim(Asking.claim("refund:running", claim % 2 == 0 ? "10" : "20"));
    }

    assertThat(nextTransactionId() - before).isLessThan(claims);
  }

  @Test
  void renewalIsAHotUpdate() {
    // A database of its own: the counters are the database's.
    try (StoreWorld world = new StoreWorld()) {
      List<Claimed> claims =
          IntStream.range(0, 5)
              .mapToObj(
                  number -> Asking.granted(world.store.claim(Asking.claim("refund:hot:" + number))))
              .toList();
      try (PostgresStore otherJvm = world.openStore()) {
        for (int renewal = 0; renewal < 4; renewal++) {
          assertThat(otherJvm.renew(claims, Asking.LEASE)).isEmpty();
        }
      }

      assertThat(updatesOnceCounted(world)).isEqualTo("20|20");
    }
  }

  /** Updates and HOT updates; a server counts a session's work when that session ends. */
  private static String updatesOnceCounted(StoreWorld world) {
    String counters =
        "SELECT n_tup_upd, n_tup_hot_upd FROM pg_stat_user_tables WHERE relname = 'intent'";
    String counted = world.database.query(counters).get(0);
    while (counted.startsWith("0|")) {
      Thread.onSpinWait();
      counted = world.database.query(counters).get(0);
    }
    return counted;
  }

  private static void call(String key) {
    Claimed claim = Asking.granted(WORLD.store.claim(Asking.claim(key)));
    WORLD.store.settle(Asking.settle(claim, Asking.completed("done")));
  }

  private static void forgetStatements() {
    WORLD.database.execute("SELECT pg_stat_statements_reset()");
  }

  /** How often each statement of the agent's ran since the counters were reset. */
  private static Map<String, Integer> statements() {
    return WORLD
        .database
        .query(
            "SELECT CASE WHEN query LIKE '%lease_millis%' THEN 'claim'"
                + " WHEN query LIKE '%others_unresolved%' THEN 'settle' ELSE query END, calls"
                + " FROM pg_stat_statements s "
                + mine())
        .stream()
        .map(row -> row.split("\\|"))
        .collect(Collectors.toMap(row -> row[0], row -> Integer.valueOf(row[1])));
  }

  private static String mine() {
    return "JOIN pg_database d ON d.oid = s.dbid AND d.datname = current_database()"
        + " JOIN pg_roles r ON r.oid = s.userid AND r.rolname = 'agent' WHERE true";
  }

  private static long nextTransactionId() {
    return Long.parseLong(
        WORLD.database.query("SELECT pg_snapshot_xmax(pg_current_snapshot())").get(0));
  }
}
