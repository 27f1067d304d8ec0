package dev.sidegate.engine.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.engine.gate.WireEvidence.Answer;
import org.junit.jupiter.api.Test;

class WireLogTest {
  private final WireLog log = WireLog.watching();

  @Test
  void aRequestThatWasBegunAndNeverWrittenProvesThatNothingLeft() {
    log.begun();
    log.end();

    assertThat(log.evidence().nothingLeft()).isTrue();
    assertThat(log.evidence().unsafeRequests()).isZero();
  }

  @Test
  void noRequestIsNoEvidence() {
    log.end();

    assertThat(log.evidence().nothingLeft()).isFalse();
    assertThat(log.evidence().watched()).isTrue();
  }

  @Test
  void whereNobodyWatchesNothingIsKnown() {
    WireLog blind = WireLog.blind();
    blind.begun();
    blind.end();

    assertThat(blind.evidence()).isEqualTo(WireEvidence.NONE);
  }

  @Test
  void aSecondRequestThatWasRefusedDoesNotHideTheFirst() {
    log.begun();
    log.leaving("a", "POST").orElseThrow();
    log.begun();
    log.end();

    assertThat(log.evidence().nothingLeft()).isFalse();
    assertThat(log.evidence().unsafeRequests()).isOne();
    assertThat(log.evidence().unanswered()).isOne();
  }

  @Test
  void anotherWayOutIsNoEvidence() {
    log.begun();
    log.unwatched("a socket to db:5432");
    log.end();

    assertThat(log.evidence().nothingLeft()).isFalse();
    assertThat(log.evidence().watched()).isFalse();
    assertThat(log.evidence().untied()).isFalse();
  }

  @Test
  void workThatIsNotTiedMaySendLater() {
    log.begun();
    log.untied("a timer");
    log.end();

    assertThat(log.evidence().nothingLeft()).isFalse();
    assertThat(log.evidence().untied()).isTrue();
  }

  @Test
  void tiedWorkThatHasNotFinishedMaySendLater() {
    log.begun();
    log.handedOver();
    assertThat(log.evidence().untied()).isTrue();

    log.finished();
    assertThat(log.evidence().untied()).isFalse();
    assertThat(log.evidence().nothingLeft()).isTrue();
  }

  @Test
  void afterTheEndNothingLeaves() {
    log.end();

    assertThat(log.leaving("a", "POST")).isEmpty();
  }

  @Test
  void answersAreKeptWithTheirIds() {
    WireLog.Request first = log.leaving("a", "POST").orElseThrow();
    WireLog.Request second = log.leaving("a", "PUT").orElseThrow();
    second.answered(429, "req-2", "7");
    second.complete();
    first.complete(); // no answer to complete

    assertThat(log.evidence().answers())
        .containsExactly(new Answer("PUT", 429, "req-2", "7", true));
    assertThat(log.evidence().unsafeRequests()).isEqualTo(2);
    assertThat(log.evidence().unanswered()).isOne();
  }
}
