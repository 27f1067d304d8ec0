package dev.sidegate.engine.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sidegate.EffectFailure;
import dev.sidegate.EffectHeldException;
import dev.sidegate.EffectStatus;
import dev.sidegate.FailureClass;
import dev.sidegate.engine.lease.LeaseClock;
import dev.sidegate.engine.world.PostgresServer;
import dev.sidegate.engine.world.TestDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two JVMs on one database, whose wall clocks are an hour fast and an hour slow (law 9). */
class SkewedClocksTest {
  @TempDir private Path directory;

  private final TestDatabase database = PostgresServer.shared().freshDatabase();
  private final RefundProvider provider = new RefundProvider();
  private final List<RefundJvm> jvms = new ArrayList<>();
  private RefundJvm fast;
  private RefundJvm slow;

  @BeforeEach
  void start() {
    fast = jvm(Duration.ofHours(1));
    slow = jvm(Duration.ofHours(-1));
  }

  @AfterEach
  void stop() {
    jvms.forEach(RefundJvm::close);
    provider.close();
  }

  @Test
  void whatEachOfThemWritesStandsOnTheDatabasesClock() {
    for (RefundJvm jvm : jvms) {
      Object running = jvm.enter("A" + jvms.indexOf(jvm), 4500);
      assertThat(
              database.query(
                  """
                  SELECT i.expires_at - clock_timestamp() BETWEEN '0 s' AND '30 s',
                    i.deadline - clock_timestamp() BETWEEN '14 min' AND '15 min',
                    clock_timestamp() - i.opened_at BETWEEN '0 s' AND '1 min',
                    clock_timestamp() - i.first_started_at BETWEEN '0 s' AND '1 min'
                  FROM sidegate.intent i ORDER BY i.opened_at DESC LIMIT 1"""))
          .containsExactly("t|t|t|t");
      Throwable seen = jvm.threw(running, new IllegalStateException("the answer is lost"));
      assertThat(seen).isInstanceOf(EffectHeldException.class);
      assertThat(
              database.query(
                  """
                  SELECT i.next_probe_at - clock_timestamp() BETWEEN '-1 min' AND '1 min',
                    clock_timestamp() - i.doubt_since BETWEEN '0 s' AND '1 min'
                  FROM sidegate.intent i ORDER BY i.opened_at DESC LIMIT 1"""))
          .containsExactly("t|t");
    }
  }

  @Test
  void aLeaseEndsWhenTheDatabaseSaysSoAndNotBefore() {
    Object running = slow.enter("A7", 4500);

    assertHeld(fast, EffectStatus.IN_PROGRESS);
    assertThat(intent("state")).isEqualTo("PROCESSING");

    database.execute("UPDATE sidegate.intent SET expires_at = clock_timestamp() - interval '1 ms'");
    assertHeld(fast, EffectStatus.UNKNOWN);
    assertThat(slow.threw(running, new IllegalStateException("late")))
        .isInstanceOf(EffectHeldException.class);
  }

  @Test
  void aLeaseIsRenewedWhateverItsJvmsClockSays() {
    Object onTheFast = fast.enter("A7", 4500);
    Object onTheSlow = slow.enter("B8", 4500);

    await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () ->
                database
                    .query(
                        "SELECT count(*) FROM sidegate.intent"
                            + " WHERE expires_at > opened_at + interval '31 s'")
                    .equals(List.of("2")));
    assertThat(fast.threw(onTheFast, notApplied(Duration.ZERO))).isInstanceOf(EffectFailure.class);
    assertThat(slow.threw(onTheSlow, notApplied(Duration.ZERO))).isInstanceOf(EffectFailure.class);
  }

  @Test
  void theNextAttemptComesInTheDatabasesTime() throws Throwable {
    slow.threw(slow.enter("A7", 4500), notApplied(Duration.ofMinutes(10)));

    assertHeld(fast, EffectStatus.FAILED);
    assertThat(provider.booked()).as("by its own clock its time has come").isEmpty();

    database.execute("UPDATE sidegate.intent SET next_try_at = clock_timestamp()");
    assertThat(slow.refund("A7", 4500)).as("by its own clock it has not").contains("re_A7");
    assertThat(provider.booked()).containsExactly("A7");
  }

  @Test
  void theBudgetEndsWhenTheDatabaseSaysSoAndNotBefore() throws Throwable {
    slow.threw(slow.enter("A7", 4500), notApplied(Duration.ZERO));
    slow.threw(slow.enter("B8", 4500), notApplied(Duration.ZERO));
    database.execute("UPDATE sidegate.intent SET next_try_at = clock_timestamp()");

    assertThat(fast.refund("A7", 4500)).as("its clock is past the deadline").contains("re_A7");

    database.execute("UPDATE sidegate.intent SET deadline = clock_timestamp()");
    assertThatThrownBy(() -> slow.refund("B8", 4500)).isInstanceOf(EffectHeldException.class);
    assertThat(provider.booked()).containsExactly("A7");
  }

  private RefundJvm jvm(Duration off) {
    LeaseClock clock =
        () ->
            new LeaseClock.Reading(System.nanoTime(), System.currentTimeMillis() + off.toMillis());
    RefundJvm jvm =
        new RefundJvm(
            clock,
            database,
            directory.resolve(off.toString()),
            provider,
            "retry.patience",
            "0s",
            "lease",
            "30s");
    jvms.add(jvm);
    return jvm;
  }

  private static EffectFailure notApplied(Duration retryAfter) {
    return EffectFailure.notApplied(
        FailureClass.TRANSIENT_BEFORE_WRITE, "pool timeout", retryAfter, null);
  }

  private static void assertHeld(RefundJvm jvm, EffectStatus status) {
    assertThatThrownBy(() -> jvm.enter("A7", 4500))
        .isInstanceOfSatisfying(
            EffectHeldException.class, held -> assertThat(held.status()).isEqualTo(status));
  }

  private String intent(String columns) {
    return database.query("SELECT " + columns + " FROM sidegate.intent").get(0);
  }
}
