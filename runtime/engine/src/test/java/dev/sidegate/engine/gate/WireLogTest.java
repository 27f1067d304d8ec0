package dev.sidegate.engine.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sidegate.engine.gate.WireEvidence.Answer;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class WireLogTest {
  private final WireLog log = WireLog.watching(Optional::empty);

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
  void aSecondRequestThatWasRefusedDoesNotHideTheFirst() throws Exception {
    log.begun();
    log.leaving("refund", "a", "POST");
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
    assertThat(log.gap()).contains("a socket to db:5432");
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
    AtomicBoolean over = new AtomicBoolean();
    log.begun();
    log.tied(over::get);
    assertThat(log.evidence().untied()).isTrue();
    assertThat(log.evidence().nothingLeft()).isFalse();

    over.set(true);
    assertThat(log.evidence().untied()).isFalse();
    assertThat(log.evidence().nothingLeft()).isTrue();
  }

  @Test
  void workOnItsWayOutIsWaitedForAndWhatGoesOnIsNot() {
    AtomicInteger looks = new AtomicInteger();
    log.begun();
    log.tied(() -> looks.incrementAndGet() > 3);
    log.awaitTied();
    assertThat(log.evidence().nothingLeft()).isTrue();

    log.tied(() -> false);
    log.awaitTied();
    assertThat(log.evidence().untied()).isTrue();
    assertThat(log.evidence().nothingLeft()).isFalse();
  }

  @Test
  void workThatIsOverIsForgottenAndWhatIsOpenIsNot() {
    AtomicBoolean last = new AtomicBoolean();
    log.tied(last::get);
    for (int i = 0; i < 1_000; i++) {
      log.tied(() -> true);
    }
    assertThat(log.evidence().untied()).isTrue();

    last.set(true);
    assertThat(log.evidence().untied()).isFalse();
  }

  @Test
  void afterTheEndNothingLeaves() {
    log.end();

    assertThatThrownBy(() -> log.leaving("refund", "a", "POST"))
        .isInstanceOf(DepartureRefusedException.class)
        .hasMessageContaining("its attempt has ended")
        .hasMessageContaining("nothing was sent");
  }

  @Test
  void aClosedKillSwitchStopsTheFirstRequestAndNoLaterOne() throws Exception {
    AtomicReference<Optional<String>> closed = new AtomicReference<>(Optional.of("it is closed"));
    WireLog asking = WireLog.watching(closed::get);
    asking.begun();

    assertThatThrownBy(() -> asking.leaving("refund", "a", "POST"))
        .hasMessage("Sidegate: it is closed; nothing was sent for refund");
    assertThat(asking.evidence().nothingLeft()).isTrue();

    closed.set(Optional.empty());
    asking.leaving("refund", "a", "POST");
    closed.set(Optional.of("too late"));
    asking.leaving("refund", "a", "POST"); // half done is worse than done

    assertThat(asking.left()).isEqualTo(2);
  }

  @Test
  void answersAreKeptWithTheirIds() throws Exception {
    WireLog.Request first = log.leaving("refund", "a", "POST");
    WireLog.Request second = log.leaving("refund", "a", "PUT");
    second.answered(429, "req-2", "7");
    second.complete();
    first.complete(); // no answer to complete

    assertThat(log.evidence().answers())
        .containsExactly(new Answer("PUT", 429, "req-2", "7", true));
    assertThat(log.evidence().unsafeRequests()).isEqualTo(2);
    assertThat(log.evidence().unanswered()).isOne();
  }
}
