package dev.sidegate.engine.failure;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The answers that a provider's contract calls "not applied": a status such as {@code 429}, or a
 * class of them such as {@code 4xx}. What is not listed proves nothing.
 *
 * @param answers as the contract writes them
 */
public record DeclaredAnswers(List<String> answers) {
  private static final Pattern FORM = Pattern.compile("[1-5](\\d\\d|xx)");

  /** No answer proves anything. */
  public static final DeclaredAnswers NONE = new DeclaredAnswers(List.of());

  /**
   * Checks each answer.
   *
   * @throws IllegalArgumentException for one of another form; the message names it
   */
  public DeclaredAnswers {
    answers = List.copyOf(answers);
    for (String answer : answers) {
      if (!FORM.matcher(answer).matches()) {
        throw new IllegalArgumentException(
            "'" + answer + "' is no answer; write a status such as 429, or a class such as 4xx");
      }
    }
  }

  boolean cover(Sent.Answer answer) {
    String status = Integer.toString(answer.status());
    return answers.contains(status)
        || (status.length() == 3 && answers.contains(status.charAt(0) + "xx"));
  }

  /** These answers and others. */
  public DeclaredAnswers and(DeclaredAnswers others) {
    List<String> all = new ArrayList<>(answers);
    all.addAll(others.answers);
    return new DeclaredAnswers(all.stream().distinct().toList());
  }
}
