package dev.sidegate.engine.failure;

import static dev.sidegate.FailureClass.INVALID_INPUT;
import static dev.sidegate.FailureClass.PERMANENT;
import static dev.sidegate.FailureClass.RATE_LIMITED;
import static dev.sidegate.FailureClass.TRANSIENT_BEFORE_WRITE;
import static dev.sidegate.FailureClass.UNKNOWN_AFTER_START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.EffectFailure;
import dev.sidegate.FailureClass;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a throwable means beside what the wire saw. */
class FailureVerdictTest {
  private static final Instant NOW = Instant.parse("2026-11-30T18:00:00Z");
  private static final DeclaredAnswers CONTRACT = new DeclaredAnswers(List.of("429", "402"));
  private static final Sent NOTHING_LEFT = new Sent(true, true, List.of(), 0);

  @ParameterizedTest
  @ValueSource(
      classes = {
        ConnectException.class,
        IOException.class,
        IllegalArgumentException.class,
        InterruptedException.class,
        OutOfMemoryError.class,
        AssertionError.class
      })
  void noExceptionTypeProvesAnything(Class<? extends Throwable> type)
      throws ReflectiveOperationException {
    Throwable thrown = type.getConstructor().newInstance();

    assertThat(verdict(thrown, Sent.UNSEEN))
        .isEqualTo(new FailureVerdict(Proof.NONE, UNKNOWN_AFTER_START, Optional.empty()));
    assertThat(verdict(thrown, answered(200)).isDoubt()).isTrue();
    assertThat(verdict(thrown, new Sent(true, false, List.of(), 1)).isDoubt()).isTrue();
  }

  @Test
  void noClassifierAndNoAnswerLeadOutOfDoubtWithoutProof() {
    for (FailureClass said : FailureClass.values()) {
      FailureVerdict verdict =
          FailureVerdict.of(
              new IOException("reset"),
              own -> false,
              Sent.UNSEEN,
              CONTRACT,
              (thrown, proof) -> Optional.of(said),
              NOW);
      assertThat(verdict.failureClass()).isEqualTo(UNKNOWN_AFTER_START);
    }
  }

  @Test
  void whereNothingLeftTheTypeOfTheExceptionChooses() {
    assertThat(nothingLeft(new ConnectException())).isEqualTo(TRANSIENT_BEFORE_WRITE);
    assertThat(nothingLeft(new IOException("wrapped", new ConnectException())))
        .isEqualTo(TRANSIENT_BEFORE_WRITE);
    assertThat(nothingLeft(new SocketTimeoutException("connect timed out")))
        .isEqualTo(TRANSIENT_BEFORE_WRITE);
    assertThat(nothingLeft(tls())).isEqualTo(PERMANENT);
    assertThat(nothingLeft(new IllegalArgumentException("no such currency"))).isEqualTo(PERMANENT);
    assertThat(nothingLeft(new java.nio.channels.UnresolvedAddressException()))
        .as("a kind of IllegalArgumentException")
        .isEqualTo(TRANSIENT_BEFORE_WRITE);
    assertThat(nothingLeft(new IOException("nobody has a row for this")))
        .isEqualTo(TRANSIENT_BEFORE_WRITE);
  }

  @Test
  void theSqlStateChoosesWhereNothingLeft() {
    assertThat(nothingLeft(new SQLException("", "08001"))).isEqualTo(TRANSIENT_BEFORE_WRITE);
    assertThat(nothingLeft(new SQLException("", "53300"))).isEqualTo(TRANSIENT_BEFORE_WRITE);
    assertThat(nothingLeft(new SQLException("", "28P01"))).isEqualTo(PERMANENT);
    assertThat(nothingLeft(new SQLException("", "22001"))).isEqualTo(INVALID_INPUT);
    assertThat(nothingLeft(new SQLTransientConnectionException("pool timeout")))
        .isEqualTo(TRANSIENT_BEFORE_WRITE);
    assertThat(nothingLeft(new SQLException("no state", (String) null)))
        .isEqualTo(TRANSIENT_BEFORE_WRITE);
  }

  @Test
  void errorsInterruptsAndCancelledCallersAreDoubtEvenWhereNothingLeft() {
    assertThat(nothingLeft(new OutOfMemoryError())).isEqualTo(UNKNOWN_AFTER_START);
    assertThat(nothingLeft(new IllegalStateException(new NoClassDefFoundError())))
        .isEqualTo(UNKNOWN_AFTER_START);
    assertThat(nothingLeft(new InterruptedException())).isEqualTo(UNKNOWN_AFTER_START);
    assertThat(nothingLeft(new IOException(new InterruptedException())))
        .isEqualTo(UNKNOWN_AFTER_START);
    assertThat(nothingLeft(new InterruptedIOException())).isEqualTo(UNKNOWN_AFTER_START);
    assertThat(nothingLeft(new CancellationException())).isEqualTo(UNKNOWN_AFTER_START);
    assertThat(nothingLeft(new IllegalArgumentException(new InterruptedException())))
        .as("whatever wraps it")
        .isEqualTo(UNKNOWN_AFTER_START);
    assertThat(verdict(new InterruptedException(), answered(429)).isDoubt()).isTrue();
  }

  @Test
  void aDeclaredAnswerProvesItsOwnRequestAndTheStatusChooses() {
    assertThat(verdict(new IOException("429"), answered(429)))
        .isEqualTo(new FailureVerdict(Proof.DECLARED_ANSWER, RATE_LIMITED, Optional.empty()));
    assertThat(verdict(new IOException("402"), answered(402)).failureClass()).isEqualTo(PERMANENT);
    assertThat(verdict(new IOException("402"), answered(429, 402)).failureClass())
        .as("the last answer")
        .isEqualTo(PERMANENT);
  }

  @Test
  void anAttemptIsNotAppliedOnlyIfEachOfItsRequestsIs() {
    assertThat(verdict(new IOException(), answered(200, 429)).isDoubt()).isTrue();
    assertThat(verdict(new IOException(), answered(429, 500)).isDoubt()).isTrue();
    Sent oneLost = new Sent(true, false, List.of(new Sent.Answer(429, null, true)), 1);
    assertThat(verdict(new IOException(), oneLost).isDoubt()).isTrue();
  }

  @Test
  void aDeclaredAnswerThatWasCutOffProvesNothing() {
    Sent cut = new Sent(true, false, List.of(new Sent.Answer(429, null, false)), 0);
    assertThat(verdict(new IOException(), cut).isDoubt()).isTrue();
  }

  @Test
  void declaredAnswersProveNothingWhileSomethingElseMayHaveLeft() {
    Sent notAllSeen = new Sent(false, false, List.of(new Sent.Answer(429, null, true)), 0);
    assertThat(verdict(new IOException(), notAllSeen).isDoubt()).isTrue();
  }

  @Test
  void whatTheProviderAsksForIsKept() {
    assertThat(verdict(new IOException(), answered(429, "120")).retryAfter())
        .contains(Duration.ofMinutes(2));
    assertThat(verdict(new IOException(), answered(503, "120")))
        .as("doubt, and yet a keyed effect waits as long as it was told")
        .isEqualTo(
            new FailureVerdict(
                Proof.NONE, UNKNOWN_AFTER_START, Optional.of(Duration.ofMinutes(2))));
  }

  @Test
  void theClassifierChoosesWithinTheProofOnly() {
    assertThat(classified(PERMANENT, NOTHING_LEFT)).isEqualTo(PERMANENT);
    assertThat(classified(PERMANENT, answered(429))).isEqualTo(PERMANENT);
    assertThat(classified(UNKNOWN_AFTER_START, NOTHING_LEFT)).isEqualTo(UNKNOWN_AFTER_START);
    assertThat(classified(RATE_LIMITED, NOTHING_LEFT))
        .as("nobody answered")
        .isEqualTo(UNKNOWN_AFTER_START);
    assertThat(classified(INVALID_INPUT, answered(429)))
        .as("something was sent")
        .isEqualTo(UNKNOWN_AFTER_START);
  }

  @Test
  void theBodysOwnWordThatItWasRefusedIsProof() {
    assertThat(verdict(refusal(), Sent.UNSEEN))
        .isEqualTo(new FailureVerdict(Proof.BODYS_WORD, PERMANENT, Optional.empty()));
    assertThat(verdict(new CompletionException(refusal()), Sent.UNSEEN).failureClass())
        .isEqualTo(PERMANENT);
    assertThat(verdict(refusal(), answered(402)).failureClass()).isEqualTo(PERMANENT);
    assertThat(verdict(refusal(), answered(422)).failureClass())
        .as("the provider refused it, too")
        .isEqualTo(PERMANENT);
  }

  @Test
  void theBodysWordDoesNotLeadOutOfDoubtIfTheWireSawARequestThatWasNotRefused() {
    for (int status : new int[] {200, 202, 302, 408, 409, 425, 500, 502, 503}) {
      assertThat(verdict(refusal(), answered(status)).isDoubt()).as("%s", status).isTrue();
      assertThat(verdict(refusal(), answered(402, status)).isDoubt()).as("%s", status).isTrue();
    }
    assertThat(verdict(refusal(), new Sent(true, false, List.of(), 1)).isDoubt()).isTrue();
    assertThat(
            FailureVerdict.of(
                    refusal(),
                    thrown -> false,
                    answered(429),
                    DeclaredAnswers.NONE,
                    Classifier.NONE,
                    NOW)
                .isDoubt())
        .as("429 alone is no refusal; the contract has to say so")
        .isTrue();
  }

  @Test
  void aWordThatCameThroughFromAnotherGuardedCallProvesNothingHere() {
    assertThat(
            FailureVerdict.of(
                    refusal(), thrown -> true, Sent.UNSEEN, CONTRACT, Classifier.NONE, NOW)
                .isDoubt())
        .isTrue();
  }

  @Test
  void theBodysWordAboutTimeStandsAboveTheHeader() {
    EffectFailure later =
        EffectFailure.notApplied(RATE_LIMITED, "slow down", Duration.ofMinutes(5), null);

    assertThat(verdict(later, answered(429, "1")).retryAfter()).contains(Duration.ofMinutes(5));
  }

  @Test
  void causesInACircleEnd() {
    IOException one = new IOException();
    one.initCause(new IOException(one));

    assertThat(nothingLeft(one)).isEqualTo(TRANSIENT_BEFORE_WRITE);
  }

  private static FailureClass nothingLeft(Throwable thrown) {
    return verdict(thrown, NOTHING_LEFT).failureClass();
  }

  private static FailureClass classified(FailureClass said, Sent sent) {
    return FailureVerdict.of(
            new IOException(),
            own -> false,
            sent,
            CONTRACT,
            (thrown, proof) -> Optional.of(said),
            NOW)
        .failureClass();
  }

  private static FailureVerdict verdict(Throwable thrown, Sent sent) {
    return FailureVerdict.of(thrown, own -> false, sent, CONTRACT, Classifier.NONE, NOW);
  }

  private static EffectFailure refusal() {
    return EffectFailure.notApplied(PERMANENT, "account closed");
  }

  private static SSLHandshakeException tls() {
    SSLHandshakeException tls = new SSLHandshakeException("untrusted");
    tls.initCause(new java.security.cert.CertificateException("self-signed"));
    return tls;
  }

  private static Sent answered(int... statuses) {
    return new Sent(
        true,
        false,
        Arrays.stream(statuses).mapToObj(status -> new Sent.Answer(status, null, true)).toList(),
        0);
  }

  private static Sent answered(int status, @Nullable String retryAfter) {
    return new Sent(true, false, List.of(new Sent.Answer(status, retryAfter, true)), 0);
  }
}
