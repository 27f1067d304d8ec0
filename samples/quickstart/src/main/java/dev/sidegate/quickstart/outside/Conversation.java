package dev.sidegate.quickstart.outside;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a model sees each time it is asked: the whole conversation so far.
 *
 * @param event the shop's event, from the user's message
 * @param toolAnswers what the tools answered, in order
 */
record Conversation(JsonNode event, List<String> toolAnswers) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Reads the request's {@code messages}. */
  static Conversation of(JsonNode messages) throws IOException {
    String event = "{}";
    List<String> answers = new ArrayList<>();
    for (JsonNode message : messages) {
      String content = message.path("content").asText();
      switch (message.path("role").asText()) {
        case "user" -> event = content;
        case "tool" -> answers.add(content);
        default -> {} // the system's message, and the model's own
      }
    }
    return new Conversation(JSON.readTree(event), List.copyOf(answers));
  }

  Optional<String> lastToolAnswer() {
    return toolAnswers.isEmpty()
        ? Optional.empty()
        : Optional.of(toolAnswers.get(toolAnswers.size() - 1));
  }
}
