package dev.sidegate.operator.approval;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sidegate.engine.approval.ApprovalCard;
import dev.sidegate.engine.approval.ApprovalRecord;
import dev.sidegate.engine.approval.CastVote;
import dev.sidegate.operator.Shown;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A card as people read it on a terminal. */
public final class CardText {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final ApprovalCard card;
  private final List<String> lines = new ArrayList<>();

  private CardText(ApprovalCard card) {
    this.card = card;
  }

  /** Its lines, without a heading. */
  public static List<String> of(ApprovalCard card) {
    return new CardText(card).lines();
  }

  private List<String> lines() {
    ApprovalRecord question = card.asked().approval();
    line("What", card.what());
    if (card.unreadable() == null) {
      card.arguments().forEach((name, value) -> line("  " + name, shown(value)));
    } else {
      line("Arguments", card.unreadable());
    }
    line("Bound to", "SHA-256 " + question.boundDigest());
    question.fact("source").ifPresent(link -> line("Record", link));
    line("Asked", Shown.time(question.askedAt()) + by(question));
    question.fact("model").ifPresent(model -> line("Model", model));
    question.fact("release").ifPresent(release -> line("Release", release));
    if (!question.askedBecause().equals("policy")) {
      line("Why you", why(question));
    }
    line("Validation", "no findings: what fails it is not asked about");
    line("Repetition", card.onRepetition());
    line("Who decides", who(question));
    for (CastVote vote : question.votes()) {
      line(
          vote.yes() ? "Yes" : "No",
          vote.voter()
              + ", "
              + Shown.time(vote.at())
              + (vote.reason() == null ? "" : ": " + vote.reason()));
    }
    line("Question", state(question));
    return lines;
  }

  private static String by(ApprovalRecord question) {
    return question.requester() == null ? "" : " by " + question.requester();
  }

  private static String why(ApprovalRecord question) {
    return switch (question.askedBecause()) {
      case "sample" -> "its rule would let it pass; it was drawn as a sample";
      case "rule said no" -> "its rule does not let it pass";
      case "rule failed" -> "its rule failed";
      default -> "its rule is not the one that the policy names";
    };
  }

  private static String who(ApprovalRecord question) {
    StringBuilder who = new StringBuilder(question.role());
    if (question.needed() > 1) {
      who.append(", ").append(question.needed()).append(" people");
    }
    if (question.fallbackRole() != null) {
      who.append("; from ")
          .append(Shown.time(question.fallbackAt()))
          .append(" on ")
          .append(question.fallbackRole())
          .append(" too");
    }
    return who.toString();
  }

  private static String state(ApprovalRecord question) {
    return switch (question.state()) {
      case OPEN -> "open until " + Shown.time(question.expiresAt());
      case VOID ->
          "void since its policy changed or it was withdrawn"
              + (question.reason() == null ? "" : ": " + question.reason());
      case EXPIRED -> "nobody decided before " + Shown.time(question.expiresAt());
      case GRANTED, REJECTED ->
          question.state()
              + " by "
              + question.decidedBy()
              + ", "
              + Shown.time(question.decidedAt())
              + (question.reason() == null ? "" : ": " + question.reason());
    };
  }

  private static String shown(@Nullable Object value) {
    try {
      return value instanceof String text ? text : JSON.writeValueAsString(CardView.plain(value));
    } catch (JsonProcessingException notShown) {
      return String.valueOf(value);
    }
  }

  private void line(String name, @Nullable String value) {
    lines.add("%-13s%s".formatted(name, Shown.text(value)));
  }
}
