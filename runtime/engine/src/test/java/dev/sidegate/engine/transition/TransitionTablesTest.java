package dev.sidegate.engine.transition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.engine.intent.IntentState;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The tables by themselves. {@code TransitionsTakenTest} holds them against the SQL. */
class TransitionTablesTest {
  private static final Set<IntentState> NOTHING_APPLIED =
      EnumSet.of(
          IntentState.REJECTED,
          IntentState.CANCELLED,
          IntentState.EXPIRED,
          IntentState.FAILED_TERMINAL);

  @Test
  void whateverTheFactsAnEventLeadsToOneStateAtMost() {
    assertThat(ambiguous(IntentTransitions.TABLE)).isEmpty();
    assertThat(ambiguous(AttemptTransitions.TABLE)).isEmpty();
    assertThat(ambiguous(OutboxTransitions.TABLE)).isEmpty();
  }

  @Test
  void everyStateIsReachedAndEveryRowHasAReason() {
    assertThat(reached(IntentTransitions.TABLE)).containsOnly(IntentState.values());
    assertThat(reached(AttemptTransitions.TABLE)).containsOnly(AttemptState.values());
    assertThat(reached(OutboxTransitions.TABLE)).containsOnly(OutboxState.values());
    assertThat(IntentTransitions.TABLE.rows()).noneMatch(row -> row.why().isBlank());
  }

  @Test
  void doubtIsClaimedOnlyWhereTheProviderTakesARepetition() {
    for (Set<Fact> facts : subsets()) {
      boolean claimed =
          IntentTransitions.TABLE
              .after(IntentState.UNKNOWN, IntentEvent.CLAIMED, facts)
              .isPresent();
      assertThat(claimed)
          .as(facts.toString())
          .isEqualTo(facts.contains(Fact.REPEATABLE) && !facts.contains(Fact.CONTRADICTED));
    }
  }

  @Test
  void noFailureFollowsADoubtThatAnotherAttemptShares() {
    for (IntentEvent event :
        List.of(
            IntentEvent.RETRYABLE,
            IntentEvent.TERMINAL,
            IntentEvent.POSTPONED,
            IntentEvent.HANDED_BACK)) {
      for (IntentState from : List.of(IntentState.PROCESSING, IntentState.UNKNOWN)) {
        for (Set<Fact> facts : subsets()) {
          if (facts.contains(Fact.OTHERS_IN_DOUBT)) {
            assertThat(IntentTransitions.TABLE.after(from, event, facts))
                .contains(IntentState.UNKNOWN);
          }
        }
      }
    }
  }

  @Test
  void aLeasesEndLeadsToDoubtAndNowhereElse() {
    assertThat(IntentTransitions.TABLE.rows())
        .filteredOn(row -> row.event() == IntentEvent.LEASE_EXPIRED)
        .extracting(Transition::to)
        .containsOnly(IntentState.UNKNOWN);
  }

  @Test
  void whatIsFinishedIsLeftByNothingButAPersonWhoCorrectsAFailure() {
    assertThat(IntentTransitions.TABLE.rows())
        .filteredOn(row -> row.from() != row.to())
        .filteredOn(
            row ->
                row.from() == IntentState.COMPLETED
                    || row.from() == IntentState.ABANDONED
                    || NOTHING_APPLIED.contains(row.from()))
        .allSatisfy(
            row -> {
              assertThat(row.from()).isEqualTo(IntentState.FAILED_TERMINAL);
              assertThat(row.event().isDecision()).isTrue();
              assertThat(row.when()).isEqualTo(Circumstance.OPPOSED);
            })
        .isNotEmpty();
  }

  @Test
  void lateEvidenceMovesNoState() {
    assertThat(IntentTransitions.TABLE.rows())
        .filteredOn(
            row ->
                Set.of(IntentEvent.PENDING, IntentEvent.CONFIRMED, IntentEvent.CONTRADICTED)
                    .contains(row.event()))
        .isNotEmpty()
        .allMatch(row -> row.from() == row.to());
  }

  @Test
  void aPersonIsOfferedWhatTheTableAllows() {
    assertThat(IntentTransitions.decisions(IntentState.UNKNOWN, Set.of()))
        .containsExactly(
            IntentEvent.DECIDED_APPLIED,
            IntentEvent.DECIDED_NOT_APPLIED,
            IntentEvent.DECIDED_ABANDON,
            IntentEvent.DECIDED_GRANT,
            IntentEvent.DECIDED_RECONCILE);
    assertThat(IntentTransitions.decisions(IntentState.COMPLETED, Set.of()))
        .containsExactly(IntentEvent.DECIDED_SUPERSEDE);
    assertThat(IntentTransitions.decisions(IntentState.COMPLETED, Set.of(Fact.CONTRADICTED)))
        .containsExactly(IntentEvent.DECIDED_ACKNOWLEDGE);
    assertThat(IntentTransitions.decisions(IntentState.FAILED_TERMINAL, Set.of())).isEmpty();
    assertThat(IntentTransitions.decisions(IntentState.PROCESSING, Set.of())).isEmpty();
  }

  private static <S extends Enum<S>, E extends Enum<E>> List<String> ambiguous(
      TransitionTable<S, E> table) {
    List<String> ambiguous = new ArrayList<>();
    for (Set<Fact> facts : subsets()) {
      table.rows().stream()
          .filter(row -> row.when().holds(facts))
          .collect(Collectors.groupingBy(row -> row.from() + " " + row.event()))
          .forEach(
              (question, rows) -> {
                if (rows.size() > 1) {
                  ambiguous.add(question + " with " + facts + ": " + rows);
                }
              });
    }
    return ambiguous;
  }

  private static <S extends Enum<S>, E extends Enum<E>> List<S> reached(
      TransitionTable<S, E> table) {
    return table.rows().stream().map(Transition::to).distinct().toList();
  }

  private static List<Set<Fact>> subsets() {
    List<Set<Fact>> subsets = new ArrayList<>(List.of(EnumSet.noneOf(Fact.class)));
    for (Fact fact : Fact.values()) {
      for (Set<Fact> without : List.copyOf(subsets)) {
        Set<Fact> with = EnumSet.of(fact);
        with.addAll(without);
        subsets.add(with);
      }
    }
    return subsets;
  }
}
