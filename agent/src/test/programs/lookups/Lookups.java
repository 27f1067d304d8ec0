import dev.sidegate.EffectHeldException;
import dev.sidegate.Reconciles;
import dev.sidegate.Reconciliation;
import dev.sidegate.SideEffect;
import dev.sidegate.Sidegate;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;

/** Pays orders as its standard input tells it to, and can ask the provider what it paid. */
public class Lookups {
  private static final BufferedReader IN =
      new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));

  private final HttpClient http = HttpClient.newHttpClient();
  private final URI provider;

  Lookups(URI provider) {
    this.provider = provider;
  }

  @SideEffect(key = "payment:{order}")
  String pay(String order, long cents) throws IOException, InterruptedException {
    System.out.println("in the body of " + order);
    if (order.startsWith("slow")) {
      System.out.println("waiting");
      IN.readLine();
    }
    HttpRequest request =
        HttpRequest.newBuilder(provider)
            .POST(HttpRequest.BodyPublishers.ofString(order + " " + cents))
            .build();
    String receipt = http.send(request, HttpResponse.BodyHandlers.ofString()).body();
    if (order.startsWith("stuck")) {
      System.out.println("sent");
      IN.readLine();
    }
    if (order.startsWith("lost")) {
      throw new IOException("the answer is lost");
    }
    return receipt;
  }

  @Reconciles("payment")
  private Reconciliation find(String order) throws IOException, InterruptedException {
    System.out.println("asks about " + order);
    if (Boolean.getBoolean("lookups.hang")) {
      new CountDownLatch(1).await();
    }
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(provider + "?" + order)).build();
    String found = http.send(request, HttpResponse.BodyHandlers.ofString()).body();
    return found.isEmpty() ? Reconciliation.notApplied() : Reconciliation.applied(found, found);
  }

  public static void main(String[] arguments) throws Exception {
    Sidegate.verify(Lookups.class);
    Lookups lookups = new Lookups(URI.create(arguments[0]));
    System.out.println("ready");
    for (String line = IN.readLine(); line != null; line = IN.readLine()) {
      String[] words = line.split(" ");
      System.out.println(lookups.answer(words[1], Long.parseLong(words[2])));
    }
    System.exit(0);
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
