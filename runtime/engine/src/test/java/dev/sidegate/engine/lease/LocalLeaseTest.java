package dev.sidegate.engine.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LocalLeaseTest {
  private final Clocks clocks = new Clocks();
  private final LocalLease lease = new LocalLease(clocks, Duration.ofSeconds(30), clocks.read());

  @Test
  void itHoldsUntilItsLengthHasPassedSinceTheClaimWasSent() {
    clocks.pass(Duration.ofMillis(29_999));
    assertThat(lease.holds()).isTrue();

    clocks.pass(Duration.ofMillis(1));
    assertThat(lease.holds()).isFalse();
  }

  @Test
  void theTimeThatTheClaimsAnswerTookIsGone() {
    LeaseClock.Reading sentAt = clocks.read();
    clocks.pass(Duration.ofSeconds(10));
    LocalLease answered = new LocalLease(clocks, Duration.ofSeconds(30), sentAt);

    clocks.pass(Duration.ofSeconds(20));

    assertThat(answered.holds()).isFalse();
  }

  @Test
  void aRenewalCountsFromWhenItWasSent() {
    clocks.pass(Duration.ofSeconds(10));
    LeaseClock.Reading sentAt = clocks.read();
    clocks.pass(Duration.ofSeconds(15));
    lease.renewed(sentAt);

    clocks.pass(Duration.ofSeconds(14));
    assertThat(lease.holds()).isTrue();
    clocks.pass(Duration.ofSeconds(1));
    assertThat(lease.holds()).isFalse();
  }

  @Test
  void aMonotonicClockThatStoodStillDoesNotProlongIt() {
    clocks.wallMillis += 30_000;

    assertThat(lease.holds()).isFalse();
  }

  @Test
  void aWallClockThatWasSetBackDoesNotProlongIt() {
    clocks.wallMillis -= 3_600_000;
    clocks.monotonicNanos += Duration.ofSeconds(30).toNanos();

    assertThat(lease.holds()).isFalse();
  }

  @Test
  void onceFoundEndedItStaysLost() {
    clocks.pass(Duration.ofSeconds(31));
    assertThat(lease.holds()).isFalse();

    lease.renewed(clocks.read());
    assertThat(lease.holds()).isFalse();
  }

  @Test
  void aProcessThatWasFrozenPastItsEndCannotRenewIt() {
    clocks.pass(Duration.ofSeconds(31)); // nobody asks meanwhile

    lease.renewed(clocks.read());

    assertThat(lease.holds()).isFalse();
  }

  @Test
  void whatTheDatabaseGaveUpIsLost() {
    lease.lose();

    assertThat(lease.holds()).isFalse();
  }

  private static final class Clocks implements LeaseClock {
    private long monotonicNanos = -5;
    private long wallMillis = 1_700_000_000_000L;

    @Override
    public Reading read() {
      return new Reading(monotonicNanos, wallMillis);
    }

    void pass(Duration time) {
      monotonicNanos += time.toNanos();
      wallMillis += time.toMillis();
    }
  }
}
