package dev.sidegate.operator.approval;

import dev.sidegate.operator.CommonOptions;
import dev.sidegate.operator.database.DatabaseOptions;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Says yes to what waits for a person. */
@Command(
    name = "approve",
    description = {
      "Says yes to an operation that waits for a person.",
      "Look at it first with 'show': exactly those arguments run, once."
    },
    footer = {
      "",
      "Sign in as yourself: your login has to be in the role that decides.",
      "The yes counts for what the card shows; if anything has moved since, nothing changes."
    })
public final class ApproveCommand implements Callable<Integer> {
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private DatabaseOptions database = new DatabaseOptions();
  @Mixin private VoteOptions vote = new VoteOptions();

  @Option(names = "--reason", paramLabel = "TEXT", description = "Why; stands in the audit.")
  private @Nullable String reason;

  @Override
  public Integer call() {
    return new Voting(database.target(), common.answers()).vote(vote, true, reason);
  }
}
