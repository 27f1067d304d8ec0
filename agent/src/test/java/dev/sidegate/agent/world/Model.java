package dev.sidegate.agent.world;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * A model that speaks OpenAI's chat protocol, whole and as a stream. It asks for the same tool
 * again and again, whatever it is told, as often as the script says; then it answers.
 */
public final class Model implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpServer server;
  private final String tool;
  private final String arguments;
  private final int asks;
  private final int atOnce;
  private final List<JsonNode> requests = new CopyOnWriteArrayList<>();

  private Model(String tool, Map<String, ?> arguments, int asks, int atOnce) {
    this.tool = tool;
    this.asks = asks;
    this.atOnce = atOnce;
    try {
      this.arguments = JSON.writeValueAsString(arguments);
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(
        Executors.newCachedThreadPool(
            work -> {
              Thread thread = new Thread(work, "model");
              thread.setDaemon(true);
              return thread;
            }));
    server.createContext("/", this::answer);
    server.start();
  }

  /** One that asks for a tool this often in one turn. */
  public static Model asking(int times, String tool, Map<String, ?> arguments) {
    return new Model(tool, arguments, times, 1);
  }

  /** One that asks twice in the same answer, this often. */
  public static Model askingTwiceAtOnce(int times, String tool, Map<String, ?> arguments) {
    return new Model(tool, arguments, times, 2);
  }

  /** What clients take as the base of its API. */
  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
  }

  /** How often it was asked. */
  public int requests() {
    return requests.size();
  }

  /** What the tools have answered, as it was told in its last request. */
  public List<String> toolAnswers() {
    return requests.isEmpty()
        ? List.of()
        : messages(requests.get(requests.size() - 1))
            .filter(message -> message.path("role").asText().equals("tool"))
            .map(message -> text(message.path("content")))
            .toList();
  }

  private static Stream<JsonNode> messages(JsonNode request) {
    return StreamSupport.stream(request.path("messages").spliterator(), false);
  }

  /** Content is a text, or a list of parts. */
  private static String text(JsonNode content) {
    return content.isArray() ? content.path(0).path("text").asText() : content.asText();
  }

  private void answer(HttpExchange exchange) throws IOException {
    JsonNode request = JSON.readTree(exchange.getRequestBody());
    requests.add(request);
    boolean asksAgain = requests.size() <= asks;
    boolean stream = request.path("stream").asBoolean();
    Map<String, Object> message = asksAgain ? toolCalls(stream) : words();
    byte[] answer =
        (stream ? asEvents(message, asksAgain) : JSON.writeValueAsString(whole(message, asksAgain)))
            .getBytes(StandardCharsets.UTF_8);
    exchange
        .getResponseHeaders()
        .add("Content-Type", stream ? "text/event-stream" : "application/json");
    exchange.sendResponseHeaders(200, answer.length);
    exchange.getResponseBody().write(answer);
    exchange.close();
  }

  private static Map<String, Object> words() {
    return Map.of("role", "assistant", "content", "That is all.");
  }

  private Map<String, Object> toolCalls(boolean indexed) {
    List<Object> calls = new ArrayList<>();
    for (int i = 0; i < atOnce; i++) {
      Map<String, Object> call = new LinkedHashMap<>();
      call.put("id", "call-" + requests.size() + "-" + i);
      call.put("type", "function");
      call.put("function", Map.of("name", tool, "arguments", arguments));
      if (indexed) {
        call.put("index", i);
      }
      calls.add(call);
    }
    return Map.of("role", "assistant", "tool_calls", calls);
  }

  private static String finish(boolean asksAgain) {
    return asksAgain ? "tool_calls" : "stop";
  }

  private static Map<String, Object> whole(Map<String, Object> message, boolean asksAgain) {
    return Map.of(
        "id",
        "chatcmpl-1",
        "object",
        "chat.completion",
        "created",
        1_700_000_000,
        "model",
        "scripted",
        "choices",
        List.of(Map.of("index", 0, "message", message, "finish_reason", finish(asksAgain))),
        "usage",
        Map.of("prompt_tokens", 1, "completion_tokens", 1, "total_tokens", 2));
  }

  private static String asEvents(Map<String, Object> message, boolean asksAgain)
      throws IOException {
    return event(Map.of("index", 0, "delta", message))
        + event(Map.of("index", 0, "delta", Map.of(), "finish_reason", finish(asksAgain)))
        + "data: [DONE]\n\n";
  }

  private static String event(Map<String, Object> choice) throws IOException {
    return "data: "
        + JSON.writeValueAsString(
            Map.of(
                "id", "chatcmpl-1",
                "object", "chat.completion.chunk",
                "created", 1_700_000_000,
                "model", "scripted",
                "choices", List.of(choice)))
        + "\n\n";
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
