import dev.sidegate.SideEffect;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** A server with one tool, over standard input and output: {@code Server PROVIDER HOW}. */
public class Server {
  private static final String INPUT =
      "{\"type\":\"object\",\"properties\":{\"order\":{\"type\":\"string\"},"
          + "\"cents\":{\"type\":\"integer\"}},\"required\":[\"order\",\"cents\"]}";
  private static final Map<String, Object> OUTPUT =
      Map.of(
          "type", "object",
          "properties", Map.of("receipt", Map.of("type", "string")),
          "required", List.of("receipt"));

  private final URI provider;

  Server(URI provider) {
    this.provider = provider;
  }

  @SideEffect(key = "payment:{order}")
  public String pay(String order, long cents) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(order.startsWith("silent") ? provider.resolve("/silent") : provider)
            .timeout(Duration.ofSeconds(2))
            .POST(HttpRequest.BodyPublishers.ofString(order + " " + cents))
            .build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  public static void main(String[] arguments) throws Exception {
    Server server = new Server(URI.create(arguments[0]));
    server.warm();
    McpJsonMapper json = McpJsonDefaults.getMapper();
    StdioServerTransportProvider transport = new StdioServerTransportProvider(json);
    Tool.Builder tool =
        Tool.builder().name("pay").description("Pays an order").inputSchema(json, INPUT);
    if (arguments[1].equals("schema")) {
      tool.outputSchema(OUTPUT);
    }
    if (arguments[1].equals("async")) {
      McpServer.async(transport)
          .serverInfo("payments", "1")
          .toolCall(
              tool.build(),
              (exchange, request) ->
                  Mono.fromCallable(() -> server.answer(request))
                      .subscribeOn(Schedulers.boundedElastic()))
          .build();
    } else {
      McpServer.sync(transport)
          .serverInfo("payments", "1")
          .toolCall(
              tool.build(),
              (exchange, request) ->
                  arguments[1].equals("swallowing")
                      ? server.answerWhatever(request)
                      : server.answer(request))
          .build();
    }
  }

  private CallToolResult answer(CallToolRequest request) {
    try {
      String receipt =
          pay(
              (String) request.arguments().get("order"),
              ((Number) request.arguments().get("cents")).longValue());
      return CallToolResult.builder()
          .addTextContent(receipt)
          .structuredContent(Map.of("receipt", receipt))
          .build();
    } catch (RuntimeException unchecked) {
      throw unchecked;
    } catch (Exception checked) {
      throw new IllegalStateException(checked);
    }
  }

  /** As adapters of annotated methods do it. */
  private CallToolResult answerWhatever(CallToolRequest request) {
    try {
      return answer(request);
    } catch (RuntimeException failed) {
      return CallToolResult.builder().isError(true).addTextContent(failed.getMessage()).build();
    }
  }

  /** On a busy machine the first connection to the database takes long. */
  private void warm() {
    for (int i = 0; ; i++) {
      try {
        pay("warm-" + i, 1);
        return;
      } catch (Exception cold) {
        System.err.println("still cold: " + cold);
      }
    }
  }
}
