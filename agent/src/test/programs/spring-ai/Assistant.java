import dev.sidegate.SideEffect;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.ai.tool.function.FunctionToolCallback;

/** A chat with one tool: {@code Assistant MODEL PROVIDER HOW QUESTION}. */
public class Assistant {
  private final URI provider;

  Assistant(URI provider) {
    this.provider = provider;
  }

  @Tool(description = "Pays an order")
  @SideEffect(key = "payment:{order}")
  public String pay(String order, long cents) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(order.startsWith("silent") ? provider.resolve("/silent") : provider)
            .timeout(Duration.ofSeconds(2))
            .POST(HttpRequest.BodyPublishers.ofString(order + " " + cents))
            .build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  record Payment(String order, long cents) {}

  public static void main(String[] arguments) throws Exception {
    Assistant tools = new Assistant(URI.create(arguments[1]));
    tools.warm();
    ChatClient.ChatClientRequestSpec prompt =
        ChatClient.create(Models.at(arguments[0]))
            .prompt()
            .user(arguments[3])
            .toolContext(Map.of("chat_memory_conversation_id", "conversation-1"));
    prompt =
        arguments[2].equals("function")
            ? prompt.toolCallbacks(
                FunctionToolCallback.builder("pay", function(tools))
                    .description("Pays an order")
                    .inputType(Payment.class)
                    .build())
            : prompt.tools(tools);
    String answer =
        arguments[2].equals("stream")
            ? String.join("", prompt.stream().content().collectList().block())
            : prompt.call().content();
    System.out.println("answer: " + answer);
    System.exit(0);
  }

  private static Function<Payment, String> function(Assistant tools) {
    return payment -> {
      try {
        return tools.pay(payment.order(), payment.cents());
      } catch (RuntimeException unchecked) {
        throw unchecked;
      } catch (Exception checked) {
        throw new IllegalStateException(checked);
      }
    };
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
