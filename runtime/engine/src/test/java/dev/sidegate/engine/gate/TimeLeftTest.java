package dev.sidegate.engine.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.engine.lease.LeaseClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A deadline on the database's clock, seen from a JVM whose own is wrong (law 9). */
class TimeLeftTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private long nanos = 5;
  private long wallMillis = 1_700_000_000_000L;
  private final LeaseClock clock = () -> new LeaseClock.Reading(nanos, wallMillis);
  private final TimeLeft left = new TimeLeft(clock, MINUTE, clock.read());

  @Test
  void whatHasPassedSinceTheClaimWasSentIsGone() {
    assertThat(left.exceeds(MINUTE.minusMillis(1))).isTrue();
    assertThat(left.exceeds(MINUTE)).isFalse();

    nanos += MINUTE.toNanos() / 2;
    assertThat(left.exceeds(MINUTE.dividedBy(2))).isFalse();
    assertThat(left.exceeds(MINUTE.dividedBy(4))).isTrue();
  }

  @Test
  void aWallClockThatIsSetMovesNoDeadline() {
    wallMillis += Duration.ofHours(1).toMillis();
    assertThat(left.exceeds(MINUTE.dividedBy(2))).isTrue();

    wallMillis -= Duration.ofHours(2).toMillis();
    assertThat(left.exceeds(MINUTE)).isFalse();
  }
}
