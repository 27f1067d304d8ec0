package dev.sidegate.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.engine.intent.ClaimOutcome;
import dev.sidegate.engine.intent.Claimed;
import dev.sidegate.engine.intent.SettleOutcome;
import dev.sidegate.engine.intent.Settlement;
import dev.sidegate.engine.intent.StoreUnavailableException;
import dev.sidegate.engine.world.TestDatabase.Login;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class SharedCommitTest {
  private static final int CALLERS = 64;
  private static final StoreWorld WORLD = new StoreWorld();

  @AfterAll
  static void end() {
    WORLD.close();
  }

  @Test
  void manyCallersShareFewCommits() {
    long before = commits();

    List<Claimed> claims =
        Together.call(
            CALLERS,
            caller -> Asking.granted(WORLD.store.claim(Asking.claim("refund:few:" + caller))));

    assertThat(claims).doesNotHaveDuplicates();
    assertThat(commits() - before).isLessThan(CALLERS);
  }

  @Test
  void aKeyThatAnotherTransactionHoldsDelaysNobodyElse() throws SQLException {
    try (Connection holder = WORLD.database.connect(Login.OWNER);
        Statement statement = holder.createStatement()) {
      holder.setAutoCommit(false);
      // The key is being inserted by a transaction that does not end: nobody can see who has it.
      statement.execute(rowOf("refund:held:13"));

      List<ClaimOutcome> outcomes =
          Together.call(
              CALLERS, caller -> WORLD.store.claim(Asking.claim("refund:held:" + caller)));

      for (int caller = 0; caller < CALLERS; caller++) {
        assertThat(outcomes.get(caller))
            .isInstanceOf(caller == 13 ? ClaimOutcome.Contended.class : ClaimOutcome.Granted.class);
      }
      holder.rollback();
    }
    Asking.granted(WORLD.store.claim(Asking.claim("refund:held:13")));
  }

  @Test
  void anIntentThatAnotherTransactionHoldsDelaysNoOtherSettle() throws SQLException {
    List<Claimed> claims = claims("refund:locked:");
    try (Connection holder = WORLD.database.connect(Login.OWNER);
        Statement statement = holder.createStatement()) {
      holder.setAutoCommit(false);
      statement.execute("SELECT FROM sidegate.intent WHERE key = 'refund:locked:13' FOR UPDATE");

      List<Object> outcomes = settleAll(claims);

      for (int caller = 0; caller < CALLERS; caller++) {
        assertThat(outcomes.get(caller))
            .isInstanceOf(
                caller == 13 ? StoreUnavailableException.class : SettleOutcome.Settled.class);
      }
      holder.rollback();
    }
  }

  @Test
  void aRowThatTheDatabaseRefusesIsRefusedAlone() {
    WORLD.database.execute(
        """
        CREATE FUNCTION is_bad(operation uuid) RETURNS boolean
        LANGUAGE sql VOLATILE SECURITY DEFINER RETURN EXISTS (
          SELECT FROM sidegate.intent i
          WHERE i.operation = is_bad.operation AND i.key = 'refund:bad:13');
        CREATE FUNCTION refuse_one() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          RAISE unique_violation USING MESSAGE = 'made up';
        END $$;
        CREATE TRIGGER refuse_one BEFORE INSERT ON sidegate.attempt
        FOR EACH ROW WHEN (is_bad(NEW.intent)) EXECUTE FUNCTION refuse_one()
        """);

    List<Object> outcomes =
        Together.call(
            CALLERS,
            caller -> {
              try {
                return WORLD.store.claim(Asking.claim("refund:bad:" + caller));
              } catch (StoreUnavailableException refused) {
                return refused;
              }
            });

    for (int caller = 0; caller < CALLERS; caller++) {
      assertThat(outcomes.get(caller))
          .isInstanceOf(
              caller == 13 ? StoreUnavailableException.class : ClaimOutcome.Granted.class);
    }
    WORLD.database.execute("DROP TRIGGER refuse_one ON sidegate.attempt");
  }

  @Test
  void aResultWithNulBytesIsOneOfMany() {
    List<Claimed> claims = claims("refund:nul:");

    List<Object> outcomes =
        Together.call(
            CALLERS,
            caller ->
                WORLD.store.settle(
                    Asking.settle(
                        claims.get(caller),
                        new Settlement.Completed(new byte[] {0, 0}, "re\u0000" + caller))));

    assertThat(outcomes).allMatch(SettleOutcome.Settled.class::isInstance);
    assertThat(
            WORLD.database.query(
                "SELECT count(*), min(encode(result, 'hex')) FROM sidegate.intent"
                    + " WHERE key LIKE 'refund:nul:%'"))
        .containsExactly(CALLERS + "|0000");
  }

  @Test
  void anInterruptedCallerGetsItsAnswerAndKeepsItsInterrupt() {
    List<Boolean> interrupted =
        Together.call(
            8,
            caller -> {
              if (caller % 2 == 0) {
                Thread.currentThread().interrupt();
              }
              Asking.granted(WORLD.store.claim(Asking.claim("refund:interrupted:" + caller)));
              return Thread.interrupted();
            });

    assertThat(interrupted).containsExactly(true, false, true, false, true, false, true, false);
  }

  private static List<Claimed> claims(String prefix) {
    return Together.call(
        CALLERS, caller -> Asking.granted(WORLD.store.claim(Asking.claim(prefix + caller))));
  }

  private static List<Object> settleAll(List<Claimed> claims) {
    return Together.call(
        claims.size(),
        caller -> {
          try {
            return WORLD.store.settle(Asking.settle(claims.get(caller), Asking.completed("done")));
          } catch (StoreUnavailableException locked) {
            return locked;
          }
        });
  }

  private static String rowOf(String key) {
    return """
        INSERT INTO sidegate.intent (operation, scope, effect, key, generation, state, version,
          lease_owner, expires_at, attempts, last_attempt, max_attempts, deadline, policy_version,
          payload_hash, payload_algorithm, payload_schema, first_started_at, opened_at, changed_at,
          audit_sequence, audit_head)
        VALUES (gen_random_uuid(), '', 'refund', '%s', 1, 'PROCESSING', 1,
          gen_random_uuid(), now(), 1, 1, 1, now(), 1, sha256(''), 1, '', now(), now(), now(), 1, '')
        """
        .formatted(key);
  }

  private static long commits() {
    return Long.parseLong(
        WORLD
            .database
            .query(
                "SELECT sum(calls) FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid"
                    + " WHERE d.datname = current_database() AND query LIKE 'WITH request%'")
            .get(0)
            .replace("null", "0"));
  }
}
