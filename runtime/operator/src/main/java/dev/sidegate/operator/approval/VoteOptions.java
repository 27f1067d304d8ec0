package dev.sidegate.operator.approval;

import dev.sidegate.engine.approval.ApprovalCard;
import dev.sidegate.engine.approval.Decider;
import dev.sidegate.engine.approval.LinkToken;
import dev.sidegate.engine.approval.Vote;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What a yes and a no have in common. */
@Command
final class VoteOptions {
  @Parameters(paramLabel = "OPERATION", description = "Its id, as 'list' and messages name it.")
  private UUID operation = new UUID(0, 0);

  @Option(
      names = "--for",
      paramLabel = "LOGIN",
      description = "Decide in the place of somebody who has delegated it to you.")
  private @Nullable String principal;

  @Option(
      names = "--version",
      paramLabel = "N",
      description = "The version you looked at, as in 'show --json'. Default: the present one.")
  private @Nullable Long version;

  @Option(
      names = "--token",
      paramLabel = "TOKEN",
      description = "What your link carries, if you decide by a link.")
  private @Nullable String token;

  @Option(
      names = "--vote",
      paramLabel = "UUID",
      description = "The vote's own id; the same id votes once. Default: a new one.")
  private UUID vote = UUID.randomUUID();

  UUID operation() {
    return operation;
  }

  /** The vote about what the card shows. */
  Vote about(ApprovalCard card, boolean yes, @Nullable String reason) {
    return new Vote(
        vote,
        operation,
        version == null ? card.asked().version() : version,
        card.asked().approval().boundDigest(),
        yes,
        reason,
        token == null ? null : new LinkToken(token),
        principal == null ? Decider.LOGIN : Decider.onBehalfOf(principal));
  }
}
