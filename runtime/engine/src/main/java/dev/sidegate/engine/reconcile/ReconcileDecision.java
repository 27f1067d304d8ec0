package dev.sidegate.engine.reconcile;

import dev.sidegate.engine.intent.Finding;
import dev.sidegate.engine.intent.ProbeFacts;
import dev.sidegate.engine.intent.ProbeStep;
import java.util.List;
import java.util.function.Predicate;

/** What an answer of the provider permits. Read with DESIGN.md, section 5, "Doubt". */
public final class ReconcileDecision {

  /** The first row that fits decides; each finding has a row that always fits. */
  static final List<Row> TABLE =
      List.of(
          row(
              "what the provider has is proof",
              Finding.Applied.class,
              facts -> true,
              ProbeStep.COMPLETE),
          row(
              "something else is there: a person compares",
              Finding.Conflict.class,
              facts -> true,
              ProbeStep.HOLD_CONFLICT),
          row(
              "nothing is there, and nothing can come any more",
              Finding.NotApplied.class,
              ProbeFacts::silent,
              ProbeStep.FAIL),
          row(
              "nothing is there yet, but the provider takes a repetition",
              Finding.NotApplied.class,
              facts -> facts.repeatable() && facts.budgetLeft(),
              ProbeStep.PERMIT),
          row(
              "nothing is there yet, and what was sent may not be visible yet",
              Finding.NotApplied.class,
              facts -> facts.quiet() && !facts.pastLimit(),
              ProbeStep.ASK_AGAIN),
          row(
              "the provider would take a repetition, and the budget does not",
              Finding.NotApplied.class,
              ProbeFacts::repeatable,
              ProbeStep.HOLD_EXHAUSTED),
          row(
              "nothing is there yet, and it may still come", // law 3
              Finding.NotApplied.class,
              facts -> true,
              ProbeStep.HOLD_UNDETERMINED),
          row(
              "a lookup that failed is never \"absent\"", // law 4
              Finding.Undetermined.class,
              facts -> !facts.pastLimit(),
              ProbeStep.ASK_AGAIN),
          row(
              "nobody found out in time",
              Finding.Undetermined.class,
              facts -> true,
              ProbeStep.HOLD_UNDETERMINED));

  private ReconcileDecision() {}

  /** The step that follows. */
  public static ProbeStep of(Finding finding, ProbeFacts facts) {
    return row(finding, facts).step();
  }

  static Row row(Finding finding, ProbeFacts facts) {
    return TABLE.stream()
        .filter(row -> row.finding().isInstance(finding) && row.holds().test(facts))
        .findFirst()
        .orElseThrow();
  }

  private static Row row(
      String why, Class<? extends Finding> finding, Predicate<ProbeFacts> holds, ProbeStep step) {
    return new Row(why, finding, holds, step);
  }

  /** One line of the table. */
  record Row(
      String why, Class<? extends Finding> finding, Predicate<ProbeFacts> holds, ProbeStep step) {}
}
