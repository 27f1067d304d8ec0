import dev.sidegate.EffectHeldException;
import dev.sidegate.Execution;
import dev.sidegate.RequiresApproval;
import dev.sidegate.SideEffect;
import dev.sidegate.Sidegate;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;

/** Asks for payments that need a yes, and queues notices; the bodies run without their callers. */
public class Deferred {
  private static final BufferedReader IN =
      new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));

  private final HttpClient http = HttpClient.newHttpClient();
  private final URI provider;

  Deferred(URI provider) {
    this.provider = provider;
  }

  @SideEffect(key = "payment:{order}")
  @RequiresApproval(role = "finance")
  String pay(String order, long cents) throws Exception {
    System.out.println("in the body of " + order);
    if (order.startsWith("before")) {
      Thread.sleep(Long.MAX_VALUE);
    }
    String receipt = post(order + " " + cents);
    System.out.println("sent " + order);
    if (order.startsWith("after")) {
      Thread.sleep(Long.MAX_VALUE);
    }
    return receipt;
  }

  @SideEffect(key = "notice:{order}", execution = Execution.OUTBOX)
  void notify(String order) throws Exception {
    post("notice " + order);
  }

  private String post(String body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(provider).POST(HttpRequest.BodyPublishers.ofString(body)).build();
    return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  public static void main(String[] arguments) throws Exception {
    Sidegate.verify(Deferred.class);
    Deferred deferred = new Deferred(URI.create(arguments[0]));
    System.out.println("ready");
    for (String line = IN.readLine(); line != null; line = IN.readLine()) {
      String[] words = line.split(" ");
      switch (words[0]) {
        case "pay" -> System.out.println(deferred.answer(words[1], Long.parseLong(words[2])));
        case "many" -> deferred.many(Integer.parseInt(words[1]));
        default -> throw new IllegalArgumentException(line);
      }
    }
    System.exit(0);
  }

  private void many(int notices) throws Exception {
    for (int i = 0; i < notices; i++) {
      try {
        notify("n" + ProcessHandle.current().pid() + "-" + i);
      } catch (EffectHeldException held) {
        if (held.status() != dev.sidegate.EffectStatus.SCHEDULED) {
          System.out.println("notice " + i + ": " + held.status());
        }
      }
    }
    System.out.println("all queued");
  }

  private String answer(String order, long cents) {
    try {
      return "paid " + order + ": " + pay(order, cents);
    } catch (EffectHeldException held) {
      return "held " + order + ": " + held.status() + " BECAUSE " + held.reason();
    } catch (Throwable thrown) {
      return "threw " + order + ": " + thrown;
    }
  }
}
