import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.UserMessage;
import dev.sidegate.SideEffect;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** An AI service with one tool: {@code Assistant MODEL PROVIDER HOW QUESTION}. */
public class Assistant {
  private final URI provider;

  Assistant(URI provider) {
    this.provider = provider;
  }

  @Tool("Pays an order")
  @SideEffect(key = "payment:{order}")
  public String pay(@P("order") String order, @P("cents") long cents) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(order.startsWith("silent") ? provider.resolve("/silent") : provider)
            .timeout(Duration.ofSeconds(2))
            .POST(HttpRequest.BodyPublishers.ofString(order + " " + cents))
            .build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  interface Chat {
    String ask(@MemoryId String conversation, @UserMessage String question);

    TokenStream stream(@MemoryId String conversation, @UserMessage String question);
  }

  public static void main(String[] arguments) throws Exception {
    Assistant tools = new Assistant(URI.create(arguments[1]));
    if (!arguments[2].equals("cold")) {
      tools.warm();
    }
    AiServices<Chat> services =
        AiServices.builder(Chat.class)
            .chatModel(
                OpenAiChatModel.builder()
                    .baseUrl(arguments[0])
                    .apiKey("none")
                    .modelName("scripted")
                    .maxRetries(0)
                    .build())
            .streamingChatModel(
                OpenAiStreamingChatModel.builder()
                    .baseUrl(arguments[0])
                    .apiKey("none")
                    .modelName("scripted")
                    .build())
            .chatMemoryProvider(id -> MessageWindowChatMemory.withMaxMessages(100))
            .tools(tools);
    if (arguments[2].startsWith("parallel")) {
      services.executeToolsConcurrently();
    }
    Chat chat = services.build();
    String answer =
        arguments[2].endsWith("stream")
            ? streamed(chat.stream("conversation-1", arguments[3]))
            : chat.ask("conversation-1", arguments[3]);
    System.out.println("answer: " + answer);
    System.exit(0);
  }

  private static String streamed(TokenStream stream) {
    CompletableFuture<ChatResponse> last = new CompletableFuture<>();
    stream
        .onPartialResponse(text -> {})
        .onCompleteResponse(last::complete)
        .onError(last::completeExceptionally)
        .start();
    return last.join().aiMessage().text();
  }

  /** On a busy machine the first connection to the database takes long. */
  private void warm() {
    for (int i = 0; ; i++) {
      try {
        pay("warm-" + i, 1);
        return;
      } catch (Exception cold) {
        System.out.println("still cold: " + cold);
      }
    }
  }
}
