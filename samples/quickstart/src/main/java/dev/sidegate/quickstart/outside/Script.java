package dev.sidegate.quickstart.outside;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.regex.Pattern;

/**
 * What the model does, decided from the conversation so far, as models do: it calls the tool that
 * the event asks for; if the answer does not read like success, it calls once more, whatever the
 * answer says about calling again; then it tells how it went.
 */
final class Script {
  private static final int TRIES = 2;
  private static final Pattern SUCCESS =
      Pattern.compile("^(Sent|Opened|Refunded|Done|Completed)\\b");
  private static final ObjectMapper JSON = new ObjectMapper();

  private Script() {}

  /** The model's turn: a tool call or a text. */
  sealed interface Turn permits Call, Say {}

  record Call(String tool, ObjectNode arguments) implements Turn {}

  record Say(String text) implements Turn {}

  static Turn next(Conversation conversation) {
    int calls = conversation.toolAnswers().size();
    if (calls == 0) {
      return call(conversation.event(), calls);
    }
    String answer = conversation.toolAnswers().get(calls - 1);
    if (SUCCESS.matcher(answer).find()) {
      return new Say(answer);
    }
    return calls < TRIES
        ? call(conversation.event(), calls)
        : new Say("I could not finish this: " + answer);
  }

  /** The words of a mail or ticket differ each time; the business values do not. */
  private static Call call(JsonNode event, int earlier) {
    ObjectNode arguments = JSON.createObjectNode().put("orderId", event.path("order").asText());
    String tone = earlier == 0 ? "Thank you for" : "Once more: many thanks for";
    return switch (event.path("type").asText()) {
      case "order.placed" ->
          new Call(
              "sendConfirmation",
              arguments
                  .put("revision", event.path("revision").asInt())
                  .put("text", tone + " your order."));
      case "order.late" ->
          new Call("apologise", arguments.put("text", tone + " waiting. We are sorry."));
      case "customer.complained" ->
          new Call("openTicket", arguments.put("summary", tone + " looking into this order."));
      case "refund.requested" ->
          new Call(
              "refund",
              arguments
                  .put("refundNumber", event.path("number").asInt())
                  .put("cents", event.path("cents").asLong()));
      default -> throw new IllegalArgumentException("no script for " + event);
    };
  }
}
