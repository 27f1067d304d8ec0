import dev.sidegate.EffectHeldException;
import dev.sidegate.SideEffect;
import dev.sidegate.Sidegate;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Pays orders as its standard input tells it to, through a provider over HTTP. */
public class Payments {
  private static final BufferedReader IN =
      new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));

  private final URI provider;

  Payments(URI provider) {
    this.provider = provider;
  }

  @SideEffect(key = "payment:{order}")
  String pay(String order, long cents) throws Exception {
    System.out.println("in the body of " + order);
    if (order.startsWith("slow")) {
      System.out.println("waiting");
      IN.readLine();
    }
    return order.contains("url") ? byUrlConnection(order, cents) : byHttpClient(order, cents);
  }

  private String byHttpClient(String order, long cents) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(provider)
            .POST(HttpRequest.BodyPublishers.ofString(order + " " + cents))
            .build();
    HttpResponse<String> answer =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    return answer.body();
  }

  private String byUrlConnection(String order, long cents) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) provider.toURL().openConnection();
    connection.setRequestMethod("POST");
    connection.setDoOutput(true);
    try (OutputStream out = connection.getOutputStream()) {
      out.write((order + " " + cents).getBytes(StandardCharsets.UTF_8));
    }
    return new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  public static void main(String[] arguments) throws Exception {
    Sidegate.verify(Payments.class);
    Payments payments = new Payments(URI.create(arguments[0]));
    System.out.println("ready");
    for (String line = IN.readLine(); line != null; line = IN.readLine()) {
      String[] words = line.split(" ");
      switch (words[0]) {
        case "pay" -> System.out.println(payments.answer(words[1], Long.parseLong(words[2])));
        case "many" -> payments.many(Integer.parseInt(words[1]), words[2]);
        case "warm" -> payments.warm();
        case "work" -> System.out.println("worked without guards");
        default -> throw new IllegalArgumentException(line);
      }
    }
    System.exit(0);
  }

  /**
   * Pays one order after the other until a payment comes through: on a busy machine the first
   * connection takes long, and calls are refused meanwhile.
   */
  private void warm() {
    String order = "warm-" + ProcessHandle.current().pid() + "-";
    int tries = 1;
    String answer = answer(order + tries, 1);
    while (!answer.startsWith("paid")) {
      System.out.println("still cold: " + answer);
      tries++;
      answer = answer(order + tries, 1);
    }
    System.out.println("warm now");
  }

  private void many(int callers, String order) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(callers);
    List<Future<String>> answers = new ArrayList<>();
    for (int i = 0; i < callers; i++) {
      answers.add(threads.submit(() -> answer(order, 100)));
    }
    for (Future<String> answer : answers) {
      System.out.println(answer.get());
    }
    threads.shutdown();
    System.out.println("all answered");
  }

  private String answer(String order, long cents) {
    try {
      return "paid " + order + ": " + pay(order, cents);
    } catch (EffectHeldException held) {
      return "held " + order + ": " + held.status() + " BECAUSE " + held.reason() + " / "
          + held.getCause();
    } catch (Throwable thrown) {
      return "threw " + order + ": " + thrown;
    }
  }
}
