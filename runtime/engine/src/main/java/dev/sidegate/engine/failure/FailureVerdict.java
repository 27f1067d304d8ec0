package dev.sidegate.engine.failure;

import static dev.sidegate.FailureClass.TRANSIENT_BEFORE_WRITE;
import static dev.sidegate.FailureClass.UNKNOWN_AFTER_START;

import dev.sidegate.FailureClass;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What a body's throwable means (law 4, DESIGN.md section 6). First what is proven, then which of
 * the classes that the proof allows: the body's own word, the application's classifier, the table.
 *
 * @param proof what it rests on
 * @param failureClass its class; {@code UNKNOWN_AFTER_START} is doubt
 * @param retryAfter how long the provider asked to wait, if it did
 */
public record FailureVerdict(
    Proof proof, FailureClass failureClass, Optional<Duration> retryAfter) {

  /** Whether it is not known if the effect happened. */
  public boolean isDoubt() {
    return failureClass == UNKNOWN_AFTER_START;
  }

  /**
   * Judges.
   *
   * @param thrown what the body threw
   * @param cameThrough whether a throwable came through from a guarded call inside the body: an
   *     {@code EffectFailure} of that call speaks for that call alone
   * @param now for a {@code Retry-After} that is a date
   */
  public static FailureVerdict of(
      Throwable thrown,
      Predicate<Throwable> cameThrough,
      Sent sent,
      DeclaredAnswers declared,
      Classifier classifier,
      Instant now) {
    Throwable unwrapped = Causes.unwrapped(thrown);
    Optional<Word> word = cameThrough.test(unwrapped) ? Optional.empty() : Word.of(unwrapped);
    Optional<Duration> asked = lastAnswer(sent).flatMap(answer -> retryAfter(answer, now));
    if (word.isPresent() && !sent.holdsUnrefused(declared)) {
      Optional<Duration> named = Optional.ofNullable(word.get().retryAfter());
      return new FailureVerdict(
          Proof.BODYS_WORD, word.get().failureClass(), named.isPresent() ? named : asked);
    }
    Proof proof = proof(unwrapped, sent, declared);
    return new FailureVerdict(proof, failureClass(unwrapped, proof, sent, classifier), asked);
  }

  private static Proof proof(Throwable thrown, Sent sent, DeclaredAnswers declared) {
    if (KnownFailures.isTorn(thrown)) {
      return Proof.NONE;
    }
    if (sent.nothingLeft()) {
      return Proof.NOTHING_LEFT;
    }
    return sent.isDeclaredNotApplied(declared) ? Proof.DECLARED_ANSWER : Proof.NONE;
  }

  private static FailureClass failureClass(
      Throwable thrown, Proof proof, Sent sent, Classifier classifier) {
    if (proof == Proof.NONE) {
      return UNKNOWN_AFTER_START;
    }
    Optional<FailureClass> view = classifier.classify(thrown, proof);
    if (view.isPresent()) {
      return proof.allows(view.get()) ? view.get() : UNKNOWN_AFTER_START;
    }
    return proof == Proof.DECLARED_ANSWER
        ? lastAnswer(sent).map(AnswerTable::of).orElse(UNKNOWN_AFTER_START)
        : KnownFailures.of(thrown, proof).orElse(TRANSIENT_BEFORE_WRITE);
  }

  private static Optional<Sent.Answer> lastAnswer(Sent sent) {
    List<Sent.Answer> answers = sent.answers();
    return answers.isEmpty() ? Optional.empty() : Optional.of(answers.get(answers.size() - 1));
  }

  private static Optional<Duration> retryAfter(Sent.Answer answer, Instant now) {
    return answer.retryAfter() == null
        ? Optional.empty()
        : RetryAfter.parse(answer.retryAfter(), now);
  }
}
