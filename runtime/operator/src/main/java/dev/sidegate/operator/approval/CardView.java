package dev.sidegate.operator.approval;

import dev.sidegate.engine.approval.ApprovalCard;
import dev.sidegate.engine.approval.ApprovalRecord;
import dev.sidegate.engine.approval.CastVote;
import java.time.Instant;
import java.time.temporal.TemporalAccessor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A card as scripts get it. */
public final class CardView {
  private CardView() {}

  /** The document. */
  public static Map<String, @Nullable Object> of(ApprovalCard card) {
    ApprovalRecord question = card.asked().approval();
    Map<String, @Nullable Object> view = new LinkedHashMap<>();
    view.put("operation", card.asked().operation().toString());
    view.put("intentState", card.asked().state().name());
    view.put("version", card.asked().version());
    view.put("effect", card.asked().key().effect());
    view.put("scope", card.asked().key().scope());
    view.put("key", card.shownKey());
    view.put("approval", question.id().toString());
    view.put("state", question.state().name());
    view.put("what", card.what());
    view.put("arguments", plain(card.arguments()));
    view.put("unreadable", card.unreadable());
    view.put("boundDigest", question.boundDigest());
    view.put("payloadHash", question.payloadHash());
    view.put("role", question.role());
    view.put("fallbackRole", question.fallbackRole());
    view.put("fallbackAt", text(question.fallbackAt()));
    view.put("needed", question.needed());
    view.put("yes", question.yes());
    view.put("votes", question.votes().stream().map(CardView::vote).toList());
    view.put("requester", question.requester());
    view.put("askedBecause", question.askedBecause());
    view.put("facts", question.facts());
    view.put("askedAt", question.askedAt().toString());
    view.put("expiresAt", question.expiresAt().toString());
    view.put("decidedAt", text(question.decidedAt()));
    view.put("decidedBy", question.decidedBy());
    view.put("reason", question.reason());
    view.put("onRepetition", card.onRepetition());
    view.put("actions", card.actions().stream().map(Enum::name).toList());
    return view;
  }

  /** Times as text, all else as it is. */
  static @Nullable Object plain(@Nullable Object value) {
    if (value instanceof Map<?, ?> map) {
      Map<String, @Nullable Object> plain = new LinkedHashMap<>();
      map.forEach((name, each) -> plain.put((String) name, plain(each)));
      return plain;
    }
    if (value instanceof List<?> list) {
      return list.stream().map(CardView::plain).toList();
    }
    return value instanceof TemporalAccessor ? value.toString() : value;
  }

  private static Map<String, @Nullable Object> vote(CastVote vote) {
    Map<String, @Nullable Object> view = new LinkedHashMap<>();
    view.put("voter", vote.voter());
    view.put("yes", vote.yes());
    view.put("reason", vote.reason());
    view.put("at", vote.at().toString());
    return view;
  }

  private static @Nullable String text(@Nullable Instant time) {
    return time == null ? null : time.toString();
  }
}
