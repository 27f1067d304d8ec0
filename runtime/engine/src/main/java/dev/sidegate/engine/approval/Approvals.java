package dev.sidegate.engine.approval;

import dev.sidegate.engine.approval.ApprovalCard.Action;
import dev.sidegate.engine.intent.IntentState;
import dev.sidegate.engine.key.ShownKey;
import dev.sidegate.engine.payload.Payloads;
import dev.sidegate.engine.payload.PlainTree;
import dev.sidegate.engine.payload.Tree;
import dev.sidegate.engine.payload.UnreadableFormException;
import dev.sidegate.engine.secret.MissingSecretException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What people do with questions: look, say yes or no, take back. Who may, and whether it still
 * counts, the database decides; here is what makes sure that what was seen is what is decided.
 */
public final class Approvals {
  /** Names of facts that a card knows. */
  public static final String OWNER = "owner";

  /** The parameters' names, in order, separated by commas. */
  public static final String PARAMETERS = "parameters";

  /** Present if the effect cannot be taken back. */
  public static final String IRREVERSIBLE = "irreversible";

  /** For how long the provider recognises a repetition. */
  public static final String KEYED_FOR = "keyedFor";

  /** Present if doing it again changes nothing more. */
  public static final String IDEMPOTENT = "idempotent";

  private final ApprovalStore store;
  private final Payloads payloads;

  /** Decides in this store; opens stored arguments with these keys. */
  public Approvals(ApprovalStore store, Payloads payloads) {
    this.store = store;
    this.payloads = payloads;
  }

  /** The card of an operation; empty if nobody was ever asked about it. */
  public Optional<ApprovalCard> card(UUID operation) {
    return store.find(operation).map(this::card);
  }

  /**
   * Votes.
   *
   * @throws UnreadableQuestionException for a yes to what cannot be shown here, or is not what the
   *     question was asked about
   */
  public VoteOutcome vote(Vote vote) {
    if (vote.yes()) {
      store.find(vote.operation()).ifPresent(this::demandReadable);
    }
    return store.vote(vote);
  }

  /** Takes back a question, or what waits in the queue. */
  public Withdrawal.Outcome withdraw(Withdrawal withdrawal) {
    return store.withdraw(withdrawal);
  }

  private void demandReadable(Asked asked) {
    try {
      Tree arguments = payloads.arguments(asked.key(), asked.payload());
      String digest = HexFormat.of().formatHex(payloads.boundDigest(arguments));
      if (!digest.equals(asked.approval().boundDigest())) {
        throw new UnreadableQuestionException(
            "The stored arguments are not those that the question was asked about. Reject it, and"
                + " find out who changed them.");
      }
    } catch (UnreadableFormException closed) {
      throw new UnreadableQuestionException(unreadable(closed));
    } catch (MissingSecretException withoutSecret) {
      // Sensitive values cannot be compared here; the dispatcher has the secret and does.
      return;
    }
  }

  private ApprovalCard card(Asked asked) {
    ApprovalRecord approval = asked.approval();
    Map<String, @Nullable Object> arguments = Map.of();
    String unreadable = null;
    try {
      arguments = named(payloads.arguments(asked.key(), asked.payload()), approval);
    } catch (UnreadableFormException closed) {
      unreadable = unreadable(closed);
    }
    return new ApprovalCard(
        asked,
        ShownKey.of(asked.key().key()),
        what(asked),
        arguments,
        unreadable,
        onRepetition(approval),
        actions(asked));
  }

  private static String unreadable(UnreadableFormException closed) {
    return "The arguments cannot be shown here: "
        + closed.getMessage()
        + ". Decide where sidegate.encryption.key-file is set.";
  }

  /** The tree has positions; the question knows the names. */
  private static Map<String, @Nullable Object> named(Tree tree, ApprovalRecord approval) {
    Object shown = PlainTree.shown(tree);
    Map<String, @Nullable Object> named = new LinkedHashMap<>();
    if (!(shown instanceof Map<?, ?> byPosition)) {
      named.put("payload", shown);
      return named;
    }
    List<String> names = List.of(approval.facts().getOrDefault(PARAMETERS, "").split(",", -1));
    byPosition.forEach((position, value) -> named.put(name(names, (String) position), value));
    return named;
  }

  private static String name(List<String> names, String position) {
    try {
      return names.get(Integer.parseInt(position));
    } catch (NumberFormatException | IndexOutOfBoundsException unnamed) {
      return position;
    }
  }

  private static String what(Asked asked) {
    ApprovalRecord approval = asked.approval();
    StringBuilder words =
        new StringBuilder("Once approved, \"")
            .append(asked.key().effect())
            .append("\" is done once for ")
            .append(ShownKey.of(asked.key().key()));
    if (!asked.key().scope().isEmpty()) {
      words.append(" of ").append(asked.key().scope());
    }
    approval.fact(OWNER).ifPresent(owner -> words.append(", by ").append(owner));
    words.append(", with the arguments shown and no others.");
    if (approval.facts().containsKey(IRREVERSIBLE)) {
      words.append(" It cannot be taken back.");
    }
    return words.toString();
  }

  private static String onRepetition(ApprovalRecord approval) {
    if (approval.facts().containsKey(IDEMPOTENT)) {
      return "Sent again after a lost answer, it changes nothing more.";
    }
    return approval
        .fact(KEYED_FOR)
        .map(
            window ->
                "Sent again after a lost answer, the provider recognises it for "
                    + window
                    + " and does it once.")
        .orElse(
            "The provider cannot recognise a repetition: after a lost answer a person decides.");
  }

  private static List<Action> actions(Asked asked) {
    if (asked.state() == IntentState.AWAITING_HUMAN) {
      return asked.approval().state() == ApprovalRecord.State.OPEN
          ? List.of(Action.APPROVE, Action.REJECT, Action.CANCEL)
          : List.of(Action.CANCEL);
    }
    return asked.state() == IntentState.AUTHORIZED ? List.of(Action.CANCEL) : List.of();
  }
}
