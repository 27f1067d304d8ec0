package dev.sidegate.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.engine.intent.Budget;
import dev.sidegate.engine.intent.ClaimOutcome;
import dev.sidegate.engine.intent.ClaimRequest;
import dev.sidegate.engine.intent.Claimed;
import dev.sidegate.engine.intent.IntentState;
import dev.sidegate.engine.intent.ProviderPromise;
import dev.sidegate.engine.intent.SettleOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Claim, settle, renewal and sweep at once, from two JVMs, over the same intents. */
class LoadTest {
  private static final int CALLERS = 24;
  private static final int CALLS = 40;
  private static final int LATE_KEYS = 20;
  private static final ProviderPromise KEYED = new ProviderPromise(Duration.ofHours(24), false);
  private static final StoreWorld WORLD = new StoreWorld();

  @AfterAll
  static void end() {
    WORLD.close();
  }

  @Test
  void nobodyDeadlocksAndNothingRunsTwice() {
    Set<Claimed> held = ConcurrentHashMap.newKeySet();
    AtomicInteger granted = new AtomicInteger();
    AtomicInteger callersLeft = new AtomicInteger(CALLERS);
    AtomicBoolean done = new AtomicBoolean();
    long deadlocks = deadlocks();
    try (PostgresStore oneJvm = WORLD.openStore();
        PostgresStore otherJvm = WORLD.openStore()) {
      Together.call(
          CALLERS + 2,
          caller -> {
            PostgresStore store = caller % 2 == 0 ? oneJvm : otherJvm;
            if (caller < CALLERS) {
              call(store, caller, held, granted);
              done.compareAndSet(false, callersLeft.decrementAndGet() == 0);
            } else {
              Random random = new Random(caller);
              while (!done.get()) {
                List<Claimed> renewed = new ArrayList<>(held);
                Collections.shuffle(renewed, random);
                store.renew(renewed, Asking.LEASE);
                store.sweep();
              }
            }
            return caller;
          });
    }

    assertThat(deadlocks() - deadlocks).isZero();
    assertThat(
            WORLD.database.query(
                "SELECT count(*) FROM sidegate.attempt a JOIN sidegate.intent i"
                    + " ON i.operation = a.intent WHERE i.key LIKE 'refund:load:%'"))
        .containsExactly(String.valueOf(granted.get()));
    assertThat(
            WORLD.database.query(
                "SELECT count(*) FROM sidegate.intent"
                    + " WHERE state <> 'COMPLETED' AND key LIKE 'refund:load:%'"))
        .containsExactly("0");
  }

  /**
   * Leases end at any moment, the sweep and the callers find the doubt, a keyed provider's next
   * attempt follows, and the first one's end arrives while that one runs or after it.
   */
  @Test
  void lateEndsBesideEverythingElseNeitherDeadlockNorGetLost() {
    long deadlocks;
    AtomicInteger granted = new AtomicInteger();
    AtomicInteger late = new AtomicInteger();
    try (PostgresStore one = WORLD.openStore();
        PostgresStore other = WORLD.openStore()) {
      deadlocks = deadlocks();
      AtomicInteger callersLeft = new AtomicInteger(CALLERS);
      AtomicBoolean done = new AtomicBoolean();
      Set<Claimed> held = ConcurrentHashMap.newKeySet();
      Together.call(
          CALLERS + 3,
          caller -> {
            PostgresStore store = caller % 2 == 0 ? one : other;
            if (caller < CALLERS) {
              overtaken(store, held, granted, late);
              done.compareAndSet(false, callersLeft.decrementAndGet() == 0);
            } else if (caller == CALLERS) {
              while (!done.get()) {
                endSomeLeases();
              }
            } else {
              while (!done.get()) {
                store.renew(new ArrayList<>(held), Asking.LEASE);
                WORLD.sweepAtOnce();
              }
            }
            return caller;
          });
    } // what a session counted is known when it has ended

    assertThat(deadlocks() - deadlocks).isZero();
    assertThat(late).as("the story happened").hasPositiveValue();
    assertThat(
            WORLD.database.query(
                "SELECT count(*) FROM sidegate.attempt a JOIN sidegate.intent i"
                    + " ON i.operation = a.intent WHERE i.key LIKE 'refund:late:%'"))
        .containsExactly(String.valueOf(granted.get()));
    assertThat(
            WORLD.database.query(
                """
                SELECT i.state, i.hold_reason, i.pending_evidence, count(*)
                FROM sidegate.intent i WHERE i.key LIKE 'refund:late:%' GROUP BY 1, 2, 3"""))
        .as("one receipt for all attempts: every late end agrees")
        .containsExactly("COMPLETED|null|0|" + LATE_KEYS);
    assertThat(
            WORLD.database.query(
                """
                SELECT count(*) FROM (
                  SELECT e.sequence, lag(e.sequence) OVER (
                    PARTITION BY e.chain ORDER BY e.sequence) AS before
                  FROM sidegate.audit_event e) e
                WHERE e.sequence <> coalesce(e.before, 0) + 1"""))
        .as("no link of a chain is missing or twice")
        .containsExactly("0");
  }

  /** Claims, is overtaken now and then, and ends late with the receipt that every attempt has. */
  private static void overtaken(
      PostgresStore store, Set<Claimed> held, AtomicInteger granted, AtomicInteger late) {
    for (int key = 0; key < LATE_KEYS; key++) {
      ClaimOutcome outcome = store.claim(late(key));
      while (!isCompleted(outcome)) {
        if (outcome instanceof ClaimOutcome.Granted grant) {
          granted.incrementAndGet();
          held.add(grant.claim());
          WORLD.database.query("SELECT pg_sleep(0.02)"); // the provider takes its time
          held.remove(grant.claim());
          if (store.settle(Asking.settle(grant.claim(), Asking.completed("done")))
              instanceof SettleOutcome.Fenced) {
            late.incrementAndGet();
          }
        }
        outcome = store.claim(late(key));
      }
    }
  }

  private static ClaimRequest late(int key) {
    Budget patient = new Budget(1_000, Duration.ofMinutes(15));
    return Asking.with(Asking.claim("refund:late:" + key, "payload", patient), KEYED);
  }

  private static boolean isCompleted(ClaimOutcome outcome) {
    return outcome instanceof ClaimOutcome.Standing standing
        && standing.intent().state() == IntentState.COMPLETED;
  }

  private static void endSomeLeases() {
    WORLD.database.execute(
        """
        UPDATE sidegate.intent SET expires_at = clock_timestamp() - interval '1 ms'
        WHERE operation = ANY (ARRAY(
          SELECT i.operation FROM sidegate.intent i
          WHERE i.state = 'PROCESSING' AND i.key LIKE 'refund:late:%' AND random() < 0.3
          FOR UPDATE SKIP LOCKED))""");
  }

  /** Callers pass through the same few keys in different orders. */
  private static void call(
      PostgresStore store, int caller, Set<Claimed> held, AtomicInteger granted) {
    List<Integer> keys = new ArrayList<>();
    for (int key = 0; key < CALLS; key++) {
      keys.add(key);
    }
    Collections.shuffle(keys, new Random(caller));
    for (int key : keys) {
      ClaimOutcome outcome = store.claim(Asking.claim("refund:load:" + key));
      if (outcome instanceof ClaimOutcome.Granted grant) {
        granted.incrementAndGet();
        held.add(grant.claim());
        store.settle(Asking.settle(grant.claim(), Asking.completed("done")));
        held.remove(grant.claim());
      }
    }
  }

  private static long deadlocks() {
    return Long.parseLong(
        WORLD
            .database
            .query("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
            .get(0));
  }
}
