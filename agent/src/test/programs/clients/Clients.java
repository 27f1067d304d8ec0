import dev.sidegate.EffectHeldException;
import dev.sidegate.SideEffect;
import dev.sidegate.Sidegate;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Sends with a client of its own as its standard input tells it to: {@code send ORDER HOW URL}. */
public class Clients {
  private static final BufferedReader IN =
      new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));

  private final Client client = new Client();

  @SideEffect(key = "wired:{order}")
  String send(String order, String how, String url) throws Exception {
    return switch (how) {
      case "post" -> client.post(url, order);
      case "elsewhere" -> client.postElsewhere(url, order);
      case "twice" -> client.post(url, order + "a") + client.post(url, order + "b");
      case "getThenPost" -> {
        String[] both = url.split(",");
        client.get(both[0]);
        yield client.post(both[1], order);
      }
      case "rawThenPost" -> {
        String[] both = url.split(",");
        try (Socket raw = new Socket("127.0.0.1", URI.create(both[0]).getPort())) {
          raw.getOutputStream().write("GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.UTF_8));
        }
        yield client.post(both[1], order);
      }
      case "wait" -> {
        System.out.println("waiting");
        IN.readLine();
        yield client.post(url, order);
      }
      default -> throw new IllegalArgumentException(how);
    };
  }

  public static void main(String[] arguments) throws Exception {
    Sidegate.verify(Clients.class);
    Clients clients = new Clients();
    System.out.println("ready");
    for (String line = IN.readLine(); line != null; line = IN.readLine()) {
      String[] words = line.split(" ");
      switch (words[0]) {
        case "send" -> System.out.println(clients.answer(words[1], words[2], words[3]));
        case "warm" -> clients.warm(words[1]);
        default -> throw new IllegalArgumentException(line);
      }
    }
    System.exit(0);
  }

  /** On a busy machine the first connection to the database takes long. */
  private void warm(String url) {
    int tries = 1;
    for (String said = answer("warm-1", "post", url);
        !said.contains(" -> sent");
        said = answer("warm-" + tries, "post", url)) {
      System.out.println("still cold: " + said);
      tries++;
    }
    System.out.println("warm now");
  }

  private String answer(String order, String how, String url) {
    try {
      return order + " -> sent: " + send(order, how, url);
    } catch (EffectHeldException held) {
      return order + " -> held, " + held.status() + " BECAUSE " + held.reason() + " / "
          + held.getCause();
    } catch (Throwable thrown) {
      return order + " -> threw: " + thrown;
    }
  }
}
