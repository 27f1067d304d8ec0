package dev.sidegate.engine.failure;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The tables of this room as text, for the documentation that is rendered from the code. */
public final class FailureTables {
  private FailureTables() {}

  /** The section about failures, in Markdown. */
  public static String markdown() {
    StringBuilder text = new StringBuilder();
    text.append("## What a failure means\n\n");
    text.append("First what proves that nothing was applied, in this order:\n\n");
    text.append("| proof | what it is | classes to choose from |\n| --- | --- | --- |\n");
    for (Proof proof :
        List.of(Proof.BODYS_WORD, Proof.NOTHING_LEFT, Proof.DECLARED_ANSWER, Proof.NONE)) {
      row(text, code(proof.name()), proof.meaning(), classes(proof));
    }
    text.append(
        "\nThen the class: the body's own word, else a registered `FailureClassifier`, else");
    text.append(" these tables. Where nothing left, the exception's type:\n\n");
    text.append("| library | exception (subclasses too) | class |\n| --- | --- | --- |\n");
    grouped().forEach((head, types) -> row(text, head.get(0), types, code(head.get(1))));
    text.append("\n`UNKNOWN_AFTER_START` there is doubt even where nothing left. An exception");
    text.append(" without a row is `TRANSIENT_BEFORE_WRITE`.\n\n");
    text.append("Where each answer was declared as not applied, the last answer's status:\n\n");
    text.append("| status | class | meaning |\n| --- | --- | --- |\n");
    for (AnswerTable.Row answer : AnswerTable.ROWS) {
      row(text, statuses(answer), code(answer.failureClass().name()), answer.meaning());
    }
    return text.toString();
  }

  private static Map<List<String>, String> grouped() {
    return KnownFailures.TABLE.stream()
        .collect(
            Collectors.groupingBy(
                row -> List.of(row.library(), row.failureClass().name()),
                LinkedHashMap::new,
                Collectors.mapping(FailureTables::shown, Collectors.joining(", "))));
  }

  private static String shown(KnownFailure row) {
    return code(row.type()) + (row.sqlState() == null ? "" : " " + row.sqlState() + "…");
  }

  private static String classes(Proof proof) {
    return Arrays.stream(dev.sidegate.FailureClass.values())
        .filter(proof::allows)
        .map(failureClass -> code(failureClass.name()))
        .collect(Collectors.joining(", "));
  }

  private static String statuses(AnswerTable.Row row) {
    return row.from() == row.to() ? "" + row.from() : row.from() + " to " + row.to();
  }

  private static String code(String text) {
    return "`" + text + "`";
  }

  private static void row(StringBuilder text, String... cells) {
    text.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }
}
