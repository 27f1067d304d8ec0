package dev.sidegate.engine.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sidegate.engine.lease.LeaseClock;
import dev.sidegate.engine.lease.LocalLease;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What may leave for an attempt, and until when (laws 11 and 16). */
class RunningAttemptTest {
  private final Clocks clocks = new Clocks();
  private final WireLog log = WireLog.watching(Optional::empty);
  private final RunningAttempt attempt = attempt(log);

  @Test
  void underItsLeaseARequestLeavesAndIsCounted() throws Exception {
    clocks.pass(Attempts.LEASE.minusMillis(1));

    attempt.leave("provider:443", "POST");

    assertThat(log.left()).isOne();
  }

  @Test
  void withoutItsLeaseNothingLeavesAndThatIsProof() {
    log.begun();
    clocks.pass(Attempts.LEASE);

    assertThatThrownBy(() -> attempt.leave("provider:443", "POST"))
        .isInstanceOf(DepartureRefusedException.class)
        .hasMessageContaining("its lease ended before the request left")
        .hasMessageContaining("nothing was sent");
    assertThat(attempt.evidence().nothingLeft()).isTrue();
  }

  @Test
  void aLaterRequestIsLookedAtToo() throws Exception {
    attempt.leave("provider:443", "POST");
    clocks.pass(Attempts.LEASE);

    assertThatThrownBy(() -> attempt.leave("provider:443", "POST"))
        .isInstanceOf(DepartureRefusedException.class);
    assertThat(log.left()).isOne();
  }

  @Test
  void aLeaseThatTheDatabaseTookIsNoneAndComesNotBack() {
    attempt.lost();
    attempt.renewed(clocks.read());

    assertThatThrownBy(() -> attempt.leave("provider:443", "POST"))
        .isInstanceOf(DepartureRefusedException.class);
  }

  @Test
  void afterItsEndNothingLeavesThoughItsLeaseHolds() {
    attempt.end();

    assertThatThrownBy(() -> attempt.leave("provider:443", "POST"))
        .hasMessageContaining("its attempt has ended");
  }

  @Test
  void aSwitchThatIsClosedStopsTheFirstRequest() {
    WireLog closed = WireLog.watching(() -> Optional.of("the kill switch was closed"));

    assertThatThrownBy(() -> attempt(closed).leave("provider:443", "POST"))
        .hasMessageContaining("the kill switch was closed");
    assertThat(closed.left()).isZero();
  }

  private RunningAttempt attempt(WireLog wire) {
    return Attempts.of(
        Attempts.effect(false), wire, new LocalLease(clocks, Attempts.LEASE, clocks.read()));
  }

  private static final class Clocks implements LeaseClock {
    private long nanos;
    private long wallMillis = 1_700_000_000_000L;

    @Override
    public Reading read() {
      return new Reading(nanos, wallMillis);
    }

    void pass(Duration time) {
      nanos += time.toNanos();
      wallMillis += time.toMillis();
    }
  }
}
