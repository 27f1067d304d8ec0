package dev.sidegate.engine.failure;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known to have left for one attempt, and what came back.
 *
 * @param allSeen whether everything that left, or may still leave, was seen
 * @param nothingLeft positive evidence that nothing left and nothing will
 * @param answers to unsafe requests, in the order of arrival
 * @param unanswered unsafe requests that left and got no answer
 */
public record Sent(boolean allSeen, boolean nothingLeft, List<Answer> answers, int unanswered) {

  /** Nothing is known. */
  public static final Sent UNSEEN = new Sent(false, false, List.of(), 0);

  /** Keeps its own list. */
  public Sent {
    answers = List.copyOf(answers);
  }

  /**
   * The answer to an unsafe request.
   *
   * @param status its status code
   * @param retryAfter the header of that name, as it came
   * @param complete whether the whole answer was read
   */
  public record Answer(int status, @Nullable String retryAfter, boolean complete) {}

  /** Each unsafe request that left was answered as declared, and all of them were seen. */
  boolean isDeclaredNotApplied(DeclaredAnswers declared) {
    return allSeen
        && !answers.isEmpty()
        && unanswered == 0
        && answers.stream().allMatch(answer -> answer.complete() && declared.cover(answer));
  }

  /** An unsafe request left, and its provider did not refuse it. */
  boolean holdsUnrefused(DeclaredAnswers declared) {
    return unanswered > 0
        || !answers.stream().allMatch(answer -> declared.cover(answer) || isRefusal(answer));
  }

  /**
   * An answer that agrees with a body's word: a client error, but for those that speak of time or
   * of another request: {@code 408}, {@code 409}, {@code 425}, {@code 429}, {@code 499}.
   */
  private static boolean isRefusal(Answer answer) {
    return switch (answer.status()) {
      case 408, 409, 425, 429, 499 -> false;
      default -> answer.status() >= 400 && answer.status() < 500;
    };
  }
}
