package dev.sidegate.engine.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.engine.intent.IntentStore;
import dev.sidegate.engine.intent.StoreUnavailableException;
import dev.sidegate.engine.lease.LeaseClock;
import dev.sidegate.engine.lease.LocalLease;
import java.lang.reflect.Proxy;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** Where nobody looks nothing goes before the database knows it (laws 3 and 16). */
class WatchLossTest {
  private static final LeaseClock CLOCK = LeaseClock.SYSTEM;

  private final LocalLease lease = new LocalLease(CLOCK, Attempts.LEASE, CLOCK.read());
  private final WireLog log = WireLog.watching(Optional::empty);
  private final RunningAttempt attempt = Attempts.of(Attempts.effect(false), log, lease);
  private BooleanSupplier database = () -> true;
  private int asked;
  private final WatchLoss loss = new WatchLoss(store());

  @Test
  void onceItIsWrittenDownItMayGo() {
    assertThat(loss.unwatched(attempt, "a socket")).isEmpty();
    assertThat(loss.untied(attempt, "a timer")).isEmpty();

    assertThat(asked).as("once is enough").isOne();
    assertThat(log.evidence().watched()).isFalse();
    assertThat(log.evidence().untied()).isTrue();
  }

  @Test
  void whereItCannotBeWrittenDownItMustNotGo() {
    database =
        () -> {
          throw new StoreUnavailableException("the database is away", null);
        };

    assertThat(loss.unwatched(attempt, "a socket"))
        .contains(
            "Sidegate: a socket is refused inside refund: that it is not watched could not be"
                + " written down: the database is away");

    database = () -> true;
    assertThat(loss.unwatched(attempt, "a socket")).as("it is asked again").isEmpty();
  }

  @Test
  void whereTheAttemptWasGivenUpMeanwhileItIsTooLate() {
    database = () -> false;

    assertThat(loss.untied(attempt, "a timer"))
        .hasValueSatisfying(
            reason -> assertThat(reason).contains("its attempt was given up meanwhile"));
  }

  @Test
  void withoutALeaseNobodyIsAsked() {
    lease.lose();

    assertThat(loss.unwatched(attempt, "a socket"))
        .hasValueSatisfying(reason -> assertThat(reason).contains("the lease of its attempt"));
    assertThat(asked).isZero();
  }

  private IntentStore store() {
    return (IntentStore)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {IntentStore.class},
            (proxy, method, arguments) -> {
              if (!method.getName().equals("unwatch")) {
                throw new UnsupportedOperationException(method.getName());
              }
              asked++;
              return database.getAsBoolean();
            });
  }
}
