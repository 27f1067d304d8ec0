package dev.sidegate.engine.failure;

import static dev.sidegate.FailureClass.PERMANENT;
import static dev.sidegate.FailureClass.RATE_LIMITED;

import dev.sidegate.FailureClass;
import java.util.List;

/**
 * What a declared answer means where no classifier says otherwise: the provider refused, or asks to
 * come again.
 */
final class AnswerTable {

  /**
   * A row.
   *
   * @param from the first status
   * @param to the last status
   * @param failureClass their class
   * @param meaning in words
   */
  record Row(int from, int to, FailureClass failureClass, String meaning) {}

  static final List<Row> ROWS =
      List.of(
          new Row(408, 408, RATE_LIMITED, "the request came too slowly"),
          new Row(423, 425, RATE_LIMITED, "locked, depends on another, too early"),
          new Row(429, 429, RATE_LIMITED, "too many requests"),
          new Row(500, 599, RATE_LIMITED, "the server's fault, declared to have changed nothing"),
          new Row(100, 599, PERMANENT, "any other answer: a refusal"));

  private AnswerTable() {}

  static FailureClass of(Sent.Answer answer) {
    return ROWS.stream()
        .filter(row -> row.from() <= answer.status() && answer.status() <= row.to())
        .findFirst()
        .map(Row::failureClass)
        .orElse(PERMANENT);
  }
}
