package dev.sidegate.engine.gate;

import dev.sidegate.engine.failure.FailureTables;
import dev.sidegate.engine.intent.HoldReason;
import dev.sidegate.engine.intent.IntentSnapshot;
import dev.sidegate.engine.intent.IntentState;
import dev.sidegate.engine.intent.PayloadHash;
import dev.sidegate.engine.transition.AttemptTransitions;
import dev.sidegate.engine.transition.Fact;
import dev.sidegate.engine.transition.IntentEvent;
import dev.sidegate.engine.transition.IntentTransitions;
import dev.sidegate.engine.transition.OutboxTransitions;
import dev.sidegate.engine.transition.Transition;
import dev.sidegate.engine.transition.TransitionTable;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** {@code STATES.md}, written from the code. A chapter more is a line in {@link #CHAPTERS}. */
final class StatesPage {
  private static final List<Supplier<String>> CHAPTERS =
      List.of(
          StatesPage::states,
          StatesPage::held,
          () -> chapter("An intent's transitions", IntentTransitions.TABLE),
          () -> chapter("An attempt's transitions", AttemptTransitions.TABLE),
          () -> chapter("An outbox entry's transitions", OutboxTransitions.TABLE),
          FailureTables::markdown);

  private StatesPage() {}

  static String text() {
    return CHAPTERS.stream()
        .map(Supplier::get)
        .collect(
            Collectors.joining(
                "\n",
                """
                # States and transitions

                Written from the code by `StatesPageTest`, and compared with it on every build. The
                database refuses every transition that is not on this page.

                """,
                ""));
  }

  private static String states() {
    StringBuilder page =
        new StringBuilder(
            """
            ## What the same call gets

            | state | status | executed | retry | a person may decide |
            | --- | --- | --- | --- | --- |
            """);
    for (IntentState state : IntentState.values()) {
      row(page, "`" + state + "`", answer(state, null), decisions(state, Set.of()));
    }
    row(
        page,
        "any, contradicted",
        answer(IntentState.COMPLETED, HoldReason.CONTRADICTED),
        "see below");
    return page.toString();
  }

  private static String held() {
    StringBuilder page =
        new StringBuilder(
            """
            ## Contradicted

            Proof of a late attempt opposes how the intent stands. Nothing is overwritten, nothing is
            tried, no generation follows, until a person has decided.

            | state | a person may decide |
            | --- | --- |
            """);
    for (IntentState state : IntentState.values()) {
      boolean possible =
          IntentTransitions.TABLE
              .after(state, IntentEvent.CONTRADICTED, EnumSet.noneOf(Fact.class))
              .isPresent();
      if (possible) {
        page.append("| `")
            .append(state)
            .append("` | ")
            .append(decisions(state, Set.of(Fact.CONTRADICTED)))
            .append(" |\n");
      }
    }
    return page.toString();
  }

  private static void row(StringBuilder page, String state, HeldAnswer answer, String decisions) {
    page.append("| ")
        .append(state)
        .append(" | ")
        .append(answer.status().wireName())
        .append(" | ")
        .append(answer.executed().wireName())
        .append(" | ")
        .append(answer.retry().wireName())
        .append(" | ")
        .append(decisions)
        .append(" |\n");
  }

  private static HeldAnswer answer(IntentState state, @Nullable HoldReason hold) {
    Instant later = Instant.EPOCH;
    return HeldAnswers.standing(
        new IntentSnapshot(
            new UUID(0, 0),
            state,
            1,
            1,
            1,
            new PayloadHash(new byte[32], 1, "schema"),
            null,
            null,
            null,
            null,
            state == IntentState.FAILED_RETRYABLE ? later : null,
            hold));
  }

  private static String decisions(IntentState state, Set<Fact> facts) {
    String decisions =
        IntentTransitions.decisions(state, facts).stream()
            .map(event -> event.name().substring("DECIDED_".length()))
            .map(name -> name.toLowerCase(Locale.ROOT).replace('_', ' '))
            .collect(Collectors.joining(", "));
    return decisions.isEmpty() ? "–" : decisions;
  }

  private static <S extends Enum<S>, E extends Enum<E>> String chapter(
      String title, TransitionTable<S, E> table) {
    StringBuilder page =
        new StringBuilder("## " + title + "\n\n| from | event | to | when | why |\n");
    page.append("| --- | --- | --- | --- | --- |\n");
    for (Transition<S, E> row : table.rows()) {
      page.append("| ")
          .append(row.from() == null ? "–" : "`" + row.from() + "`")
          .append(" | ")
          .append(row.event())
          .append(" | `")
          .append(row.to())
          .append("` | ")
          .append(row.when().text().isEmpty() ? "always" : row.when().text())
          .append(" | ")
          .append(row.why())
          .append(" |\n");
    }
    return page.toString();
  }
}
