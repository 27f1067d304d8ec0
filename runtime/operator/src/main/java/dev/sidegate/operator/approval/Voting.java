package dev.sidegate.operator.approval;

import dev.sidegate.engine.approval.ApprovalCard;
import dev.sidegate.engine.approval.ApprovalRecord;
import dev.sidegate.engine.approval.Asked;
import dev.sidegate.engine.approval.VoteOutcome;
import dev.sidegate.operator.Answers;
import dev.sidegate.operator.ExitCode;
import dev.sidegate.operator.Fault;
import dev.sidegate.operator.Shown;
import dev.sidegate.operator.database.Target;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Shows the card, votes about it, and says what became of that. */
final class Voting {
  private final Target target;
  private final Answers answers;

  Voting(Target target, Answers answers) {
    this.target = target;
    this.answers = answers;
  }

  int vote(VoteOptions options, boolean yes, @Nullable String reason) {
    UUID operation = options.operation();
    return new ApproverSession(target)
        .ask(
            (approvals, store) -> {
              ApprovalCard seen = approvals.card(operation).orElseThrow(() -> notAsked(operation));
              answers.heading(seen.asked().key().effect() + "  " + seen.shownKey());
              CardText.of(seen).forEach(line -> answers.plain("  " + line));
              answers.plain("");
              VoteOutcome outcome = approvals.vote(options.about(seen, yes, reason));
              tell(outcome, operation);
              approvals.card(operation).ifPresent(card -> answers.document(CardView.of(card)));
              return ExitCode.DONE.code();
            });
  }

  private void tell(VoteOutcome outcome, UUID operation) {
    Asked asked = outcome.asked().orElseThrow(() -> notAsked(operation));
    ApprovalRecord question = asked.approval();
    switch (outcome.verdict()) {
      case DECIDED ->
          answers.plain(
              question.state() == ApprovalRecord.State.GRANTED
                  ? "Approved. It is done as shown, once, as soon as a worker is free."
                  : "Rejected. Nothing is done, and the model is told your reason.");
      case VOTED ->
          answers.plain(
              "Your yes counts: "
                  + question.yes()
                  + " of "
                  + question.needed()
                  + ". Nothing is done before the last one.");
      default -> throw refused(outcome.verdict(), asked);
    }
  }

  private static Fault refused(VoteOutcome.Verdict verdict, Asked asked) {
    ApprovalRecord question = asked.approval();
    return switch (verdict) {
      case DECIDED_ALREADY ->
          Fault.refused(
              "Decided already: "
                  + question.state()
                  + " by "
                  + Shown.text(question.decidedBy())
                  + ", "
                  + Shown.time(question.decidedAt())
                  + ".",
              "What is done can be withdrawn with 'cancel' as long as it waits.");
      case VOTED_ALREADY -> Fault.refused("You have voted already; one person counts once.", "");
      case EXPIRED ->
          Fault.refused(
              "Too late: nobody decided before " + Shown.time(question.expiresAt()) + ".",
              "Who wants it has to ask anew.");
      case VOID ->
          Fault.refused(
              "The question is void: its policy changed, or it was withdrawn.",
              "If it is still wanted, the same call asks anew under the policy in force.");
      case MOVED ->
          Fault.refused(
              "It is not any more what you looked at: " + asked.state() + ".",
              "'show' it again, then decide.");
      case OWN_REQUEST ->
          Fault.refused(
              "You asked for it, so you cannot decide it.", "Somebody else of the role decides.");
      case AGENT -> Fault.refused("This login belongs to an agent.", "Sign in as yourself.");
      case OTHER_ROLE ->
          Fault.refused(
              "It is decided by " + question.role() + ", and this login is not in that role.",
              "As the schema's owner: migrate --login NAME --approver " + question.role());
      case NO_DELEGATION ->
          Fault.refused(
              "Nobody of that name has delegated this to you, or not any more.",
              "He does it with: delegate --to YOU --role " + question.role() + " --until TIME");
      case TOKEN ->
          Fault.refused(
              "The link's token is unknown, used, too old, another person's, or another"
                  + " question's.",
              "Use the newest message, or decide without a token.");
      case OTHER_VOTE ->
          Fault.refused("That id belongs to another vote.", "Give a new --vote, or none.");
      case NOT_FOUND, DECIDED, VOTED -> notAsked(asked.operation());
    };
  }

  static Fault notAsked(UUID operation) {
    return Fault.refused(
        "Nobody is asked about an operation " + operation + ".",
        "'list --state AWAITING_HUMAN' shows what waits.");
  }
}
