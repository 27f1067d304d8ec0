package dev.sidegate.operator.approval;

import dev.sidegate.operator.CommonOptions;
import dev.sidegate.operator.Reason;
import dev.sidegate.operator.database.DatabaseOptions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Says no to what waits for a person. */
@Command(
    name = "reject",
    description = {
      "Says no to an operation that waits for a person.",
      "The model is told the reason: without one it would ask again."
    })
public final class RejectCommand implements Callable<Integer> {
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private DatabaseOptions database = new DatabaseOptions();
  @Mixin private VoteOptions vote = new VoteOptions();
  @Mixin private Reason reason = new Reason();

  @Override
  public Integer call() {
    return new Voting(database.target(), common.answers()).vote(vote, false, reason.text());
  }
}
