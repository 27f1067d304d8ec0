package dev.sidegate.engine.killswitch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.engine.intent.SwitchRow;
import dev.sidegate.engine.lease.LeaseClock.Reading;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A timeline in seconds: the claim is sent at 0. */
class SwitchPermitTest {
  private static final SwitchRow OPEN = new SwitchRow("*", "*", true, "migrated");
  private static final SwitchRow NO_REFUNDS = new SwitchRow("refund", "*", false, "fraud");
  private static final SwitchRow NOT_IN_ACME = new SwitchRow("*", "acme", false, "audit");

  @Test
  void theClaimsOwnLookIsGoodForTwoSeconds() {
    assertThat(refusal(read(-100), 2, "refund", "")).isEmpty();
    assertThat(refusal(read(-100), 2.1, "refund", "")).get().asString().contains("more than 2 s");
  }

  @Test
  void aCopyFromBeforeTheClaimSaysNothingAgainstIt() {
    assertThat(refusal(read(-1, OPEN, NO_REFUNDS), 1, "refund", "")).isEmpty();
  }

  @Test
  void aCopyIsGoodForTwoSeconds() {
    assertThat(refusal(read(10, OPEN), 12, "refund", "")).isEmpty();
    assertThat(refusal(read(10, OPEN), 12.1, "refund", "")).isPresent();
  }

  @Test
  void whatIsClosedIsClosedForItsEffectAndItsScope() {
    SwitchPermit copy = read(1, OPEN, NO_REFUNDS, NOT_IN_ACME);

    assertThat(refusal(copy, 1, "refund", "other"))
        .contains("the kill switch was closed for effect refund, scope *: fraud");
    assertThat(refusal(copy, 1, "mail", "acme"))
        .contains("the kill switch was closed for effect *, scope acme: audit");
    assertThat(refusal(copy, 1, "mail", "other")).isEmpty();
  }

  @Test
  void withoutTheRowThatOpensEverythingEverythingIsClosed() {
    assertThat(refusal(read(1), 1, "mail", "")).isPresent();
    assertThat(refusal(read(1, new SwitchRow("mail", "*", true, "open")), 1, "mail", ""))
        .isPresent();
    assertThat(refusal(read(1, new SwitchRow("*", "*", false, "stop")), 1, "mail", ""))
        .contains("the kill switch was closed for effect *, scope *: stop");
  }

  @Test
  void aFrozenProcessThatWakesKnowsNothing() {
    Reading claim = at(0, 0);
    SwitchPermit copy = new SwitchPermit(List.of(OPEN), at(10, 10));

    assertThat(copy.refusal("mail", "", claim, at(10.5, 40))).as("wall clock").isPresent();
    assertThat(copy.refusal("mail", "", claim, at(40, 10.5))).as("monotonic clock").isPresent();
    assertThat(copy.refusal("mail", "", claim, at(11, 5))).as("wall clock set back").isEmpty();
  }

  private static Optional<String> refusal(
      SwitchPermit copy, double now, String effect, String scope) {
    return copy.refusal(effect, scope, at(0, 0), at(now, now));
  }

  private static SwitchPermit read(double seconds, SwitchRow... rows) {
    return new SwitchPermit(List.of(rows), at(seconds, seconds));
  }

  private static Reading at(double monotonic, double wall) {
    return new Reading((long) (monotonic * TimeUnit.SECONDS.toNanos(1)), (long) (wall * 1000));
  }
}
