package dev.sidegate.engine.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.engine.intent.Finding;
import dev.sidegate.engine.intent.ProbeFacts;
import dev.sidegate.engine.intent.ProbeStep;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReconcileDecisionTest {
  private static final List<Finding> FINDINGS =
      List.of(
          new Finding.Applied("re_1", null),
          new Finding.NotApplied(),
          new Finding.Conflict("two"),
          new Finding.Undetermined("timeout"));

  @Test
  void eachRowOfTheTableIsTakenAndEachCaseHasOne() {
    Set<ReconcileDecision.Row> taken = new LinkedHashSet<>();
    for (Finding finding : FINDINGS) {
      for (ProbeFacts facts : everyFacts()) {
        taken.add(ReconcileDecision.row(finding, facts));
      }
    }
    assertThat(taken).containsExactlyInAnyOrderElementsOf(ReconcileDecision.TABLE);
  }

  @Test
  void onlyAppliedCompletes() {
    assertThat(findingsThatLeadTo(ProbeStep.COMPLETE)).containsOnly("APPLIED");
  }

  @Test
  void onlyAnAuthoritativeNotAppliedLetsTheNextAttemptCome() {
    assertThat(findingsThatLeadTo(ProbeStep.FAIL)).containsOnly("NOT_APPLIED");
    assertThat(findingsThatLeadTo(ProbeStep.PERMIT)).containsOnly("NOT_APPLIED");
  }

  @Test
  void aFailureIsProvenOnlyWhereNothingCanComeAnyMore() {
    for (ProbeFacts facts : everyFacts()) {
      ProbeStep step = ReconcileDecision.of(new Finding.NotApplied(), facts);
      assertThat(step == ProbeStep.FAIL).as("%s", facts).isEqualTo(facts.silent());
    }
  }

  @Test
  void aRepetitionIsPermittedOnlyWhereTheProviderTakesOneAndTheBudgetToo() {
    for (ProbeFacts facts : everyFacts()) {
      if (ReconcileDecision.of(new Finding.NotApplied(), facts) == ProbeStep.PERMIT) {
        assertThat(facts.repeatable() && facts.budgetLeft()).as("%s", facts).isTrue();
      }
    }
  }

  @Test
  void whatIsNotVisibleYetIsAskedAboutAgain() {
    assertThat(
            ReconcileDecision.of(
                new Finding.NotApplied(), new ProbeFacts(true, false, true, false, false)))
        .isEqualTo(ProbeStep.ASK_AGAIN);
  }

  @Test
  void nothingIsAskedAgainBeyondItsLimit() {
    for (Finding finding : FINDINGS) {
      for (ProbeFacts facts : everyFacts()) {
        if (facts.pastLimit()) {
          assertThat(ReconcileDecision.of(finding, facts)).isNotEqualTo(ProbeStep.ASK_AGAIN);
        }
      }
    }
  }

  @Test
  void whatNobodyCanTellIsNeverWordedAsAFailure() {
    for (ProbeFacts facts : everyFacts()) {
      assertThat(ReconcileDecision.of(new Finding.Undetermined("timeout"), facts))
          .isIn(ProbeStep.ASK_AGAIN, ProbeStep.HOLD_UNDETERMINED);
    }
  }

  private static Set<String> findingsThatLeadTo(ProbeStep step) {
    Set<String> verdicts = new LinkedHashSet<>();
    for (Finding finding : FINDINGS) {
      for (ProbeFacts facts : everyFacts()) {
        if (ReconcileDecision.of(finding, facts) == step) {
          verdicts.add(finding.verdict());
        }
      }
    }
    return verdicts;
  }

  /** Silent is quiet for long enough, so it never stands alone. */
  private static List<ProbeFacts> everyFacts() {
    List<ProbeFacts> every = new ArrayList<>();
    for (int bits = 0; bits < 32; bits++) {
      boolean quiet = (bits & 1) != 0;
      boolean silent = (bits & 2) != 0;
      if (quiet || !silent) {
        every.add(
            new ProbeFacts(quiet, silent, (bits & 4) != 0, (bits & 8) != 0, (bits & 16) != 0));
      }
    }
    return every;
  }
}
