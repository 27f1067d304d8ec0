package dev.sidegate.quickstart.outside;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An OpenAI-compatible chat-completions endpoint. {@link Script} says what the model does; this
 * class speaks the protocol, and remembers what the tools told the model.
 */
public final class ScriptedModel {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final List<ObjectNode> told = new CopyOnWriteArrayList<>();
  private final AtomicInteger answers = new AtomicInteger();

  private ScriptedModel() {}

  /** Starts the endpoint. */
  public static void main(String[] none) throws IOException {
    ScriptedModel model = new ScriptedModel();
    int port =
        new Web()
            .at("/v1/chat/completions", 200, model::complete)
            .at("/told", 200, nothing -> JSON.writeValueAsString(model.told))
            .open();
    System.out.println("ready " + port);
  }

  private String complete(String request) throws IOException {
    Conversation conversation = Conversation.of(JSON.readTree(request).path("messages"));
    conversation.lastToolAnswer().ifPresent(text -> remember(conversation, text));
    Script.Turn turn = Script.next(conversation);
    ObjectNode completion = JSON.createObjectNode();
    int number = answers.incrementAndGet();
    completion.put("id", "chatcmpl-" + number);
    completion.put("object", "chat.completion");
    completion.put("created", 0);
    completion.put("model", "scripted");
    ObjectNode choice = completion.putArray("choices").addObject();
    choice.put("index", 0);
    choice.put("finish_reason", turn instanceof Script.Call ? "tool_calls" : "stop");
    write(turn, number, choice.putObject("message").put("role", "assistant"));
    return JSON.writeValueAsString(completion);
  }

  /** A tool call has a new id each time, as from real models. */
  private void write(Script.Turn turn, int number, ObjectNode message) throws IOException {
    if (turn instanceof Script.Call call) {
      ObjectNode toolCall = message.putNull("content").putArray("tool_calls").addObject();
      toolCall.put("id", "call_" + number).put("type", "function");
      toolCall
          .putObject("function")
          .put("name", call.tool())
          .put("arguments", JSON.writeValueAsString(call.arguments()));
    } else if (turn instanceof Script.Say say) {
      message.put("content", say.text());
    }
  }

  private void remember(Conversation conversation, String text) {
    String order = conversation.event().path("order").asText();
    told.add(JSON.createObjectNode().put("order", order).put("text", text));
  }
}
