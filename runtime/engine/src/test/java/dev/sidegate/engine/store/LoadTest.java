package dev.sidegate.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.engine.intent.ClaimOutcome;
import dev.sidegate.engine.intent.Claimed;
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
    try (PostgresStore otherJvm = WORLD.openStore()) {
      Together.call(
          CALLERS + 2,
          caller -> {
            PostgresStore store = caller % 2 == 0 ? WORLD.store : otherJvm;
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
    assertThat(WORLD.database.query("SELECT count(*) FROM sidegate.attempt"))
        .containsExactly(String.valueOf(granted.get()));
    assertThat(
            WORLD.database.query("SELECT count(*) FROM sidegate.intent WHERE state <> 'COMPLETED'"))
        .containsExactly("0");
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
