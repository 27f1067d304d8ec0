package dev.sidegate.quickstart.agent;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.service.AiServices;
import dev.sidegate.CallScope;
import dev.sidegate.Sidegate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.Executors;

/** The program: the shop's events come in as webhooks, the model acts on each with the tools. */
public final class SupportAgent {
  private final Assistant assistant;

  private SupportAgent(Assistant assistant) {
    this.assistant = assistant;
  }

  /**
   * Starts the program.
   *
   * @param servers the URIs of the model, the mail server and its log, the help desk and the
   *     payment provider
   */
  public static void main(String[] servers) throws IOException {
    if (Boolean.getBoolean("shop.verify")) { // this program runs unguarded too, to compare
      Sidegate.verify(MailTool.class, TicketTool.class, RefundTool.class);
    }
    OpenAiChatModel model =
        OpenAiChatModel.builder()
            .baseUrl(servers[0])
            .apiKey("none")
            .modelName("scripted")
            .timeout(Duration.ofSeconds(20))
            .maxRetries(0)
            .build();
    Assistant assistant =
        AiServices.builder(Assistant.class)
            .chatModel(model)
            .tools(
                new MailTool(URI.create(servers[1]), URI.create(servers[2])),
                new TicketTool(URI.create(servers[3])),
                new RefundTool(URI.create(servers[4])))
            .build();
    new SupportAgent(assistant).listen();
  }

  private void listen() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext("/events", this::onEvent);
    server.start();
    System.out.println("ready " + server.getAddress().getPort());
  }

  private void onEvent(HttpExchange webhook) throws IOException {
    try (webhook) {
      String id = webhook.getRequestHeaders().getFirst("Webhook-Id");
      String event = new String(webhook.getRequestBody().readAllBytes(), UTF_8);
      byte[] said = handle(id, event).getBytes(UTF_8);
      webhook.sendResponseHeaders(200, said.length);
      webhook.getResponseBody().write(said);
    }
  }

  /** Around each event stands its id: the same event delivered twice is one wish. */
  private String handle(String id, String event) throws IOException {
    try {
      return CallScope.ofTrigger(id).call(() -> assistant.handle(event));
    } catch (Exception failure) {
      throw new IOException("event " + id + " was not handled", failure);
    }
  }
}
