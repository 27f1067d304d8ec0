import dev.sidegate.Attempt;
import dev.sidegate.EffectHeldException;
import dev.sidegate.SideEffect;
import dev.sidegate.Sidegate;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;

/** Sends as its standard input tells it to: {@code send ORDER HOW URL}. */
public class Wired {
  private static final BufferedReader IN =
      new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
  private static final ExecutorService POOL = Executors.newFixedThreadPool(2);
  private static final HttpClient CLIENT =
      HttpClient.newBuilder()
          .followRedirects(HttpClient.Redirect.ALWAYS)
          .version(HttpClient.Version.HTTP_1_1)
          .build();

  @SideEffect(key = "wired:{order}")
  String send(String order, String how, String url) throws Exception {
    System.out.println("in the body of " + order);
    URI to = URI.create(url);
    return switch (how) {
      case "client" -> CLIENT.send(post(to, order), HttpResponse.BodyHandlers.ofString()).body();
      case "async" ->
          CLIENT
              .sendAsync(post(to, order), HttpResponse.BodyHandlers.ofString())
              .thenApply(HttpResponse::body)
              .exceptionally(
                  failure -> {
                    throw new IllegalStateException(failure);
                  })
              .get();
      case "asyncChain" ->
          CLIENT
              .sendAsync(HttpRequest.newBuilder(to).build(), HttpResponse.BodyHandlers.ofString())
              .thenCompose(
                  first ->
                      CLIENT.sendAsync(post(to, order), HttpResponse.BodyHandlers.ofString()))
              .get()
              .body();
      case "url" -> byUrl(to, order, false);
      case "urlStreaming" -> byUrl(to, order, true);
      case "two" -> {
        CLIENT.send(post(to, order + "a"), HttpResponse.BodyHandlers.ofString());
        yield CLIENT.send(post(to, order + "b"), HttpResponse.BodyHandlers.ofString()).body();
      }
      case "getThenPost" -> {
        String[] both = url.split(",");
        CLIENT.send(
            HttpRequest.newBuilder(URI.create(both[0])).build(),
            HttpResponse.BodyHandlers.ofString());
        yield byUrl(URI.create(both[1]), order, false);
      }
      case "rawThenPost" -> {
        String[] both = url.split(",");
        try (Socket raw = new Socket("127.0.0.1", URI.create(both[0]).getPort())) {
          raw.getOutputStream().write("GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.UTF_8));
        }
        yield byUrl(URI.create(both[1]), order, false);
      }
      case "timerThenPost" -> {
        new Timer(true).schedule(nothing(), 1);
        yield byUrl(to, order, false);
      }
      case "processThenPost" -> {
        new ProcessBuilder("true").start().waitFor();
        yield byUrl(to, order, false);
      }
      case "executor" -> unwrapped(() -> POOL.submit(() -> byUrl(to, order, false)).get());
      case "supplyAsync" ->
          unwrapped(() -> CompletableFuture.supplyAsync(() -> quietly(to, order)).get());
      case "parallel" ->
          ForkJoinPool.commonPool().submit(() -> byUrl(to, order, false)).get();
      case "thread" -> inThread(to, order);
      case "leaveBehind" -> {
        CountDownLatch started = new CountDownLatch(1);
        POOL.execute(
            () -> {
              started.countDown();
              System.out.println("still at work");
              System.out.println("late: " + late(to, order));
            });
        started.await();
        yield "left";
      }
      case "refusedFirst" -> {
        String[] both = url.split(",");
        yield CLIENT
            .send(
                post(URI.create(both[Attempt.current().number() == 1 ? 0 : 1]), order),
                HttpResponse.BodyHandlers.ofString())
            .body();
      }
      case "wait" -> {
        System.out.println("waiting");
        GO.await();
        yield byUrl(to, order, false);
      }
      case "modern" -> MODERN.send(post(to, order), HttpResponse.BodyHandlers.ofString()).body();
      case "modernAsync" ->
          unwrapped(
              () ->
                  MODERN
                      .sendAsync(post(to, order), HttpResponse.BodyHandlers.ofString())
                      .thenApply(HttpResponse::body)
                      .get());
      case "waitModern" -> {
        System.out.println("waiting");
        GO.await();
        yield MODERN.send(post(to, order), HttpResponse.BodyHandlers.ofString()).body();
      }
      case "waitRaw" -> {
        System.out.println("waiting");
        GO.await();
        try (Socket raw = new Socket(to.getHost(), to.getPort())) {
          raw.getOutputStream().write("GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.UTF_8));
        }
        yield "sent past the clients";
      }
      default -> throw new IllegalArgumentException(how);
    };
  }

  private static final CountDownLatch GO = new CountDownLatch(1);

  private static final HttpClient MODERN =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();

  private static String late(URI to, String order) {
    try {
      GO.await();
      return byUrl(to, order, false);
    } catch (Exception refused) {
      return refused.toString();
    }
  }

  private static TimerTask nothing() {
    return new TimerTask() {
      @Override
      public void run() {
        // nothing; but who knows
      }
    };
  }

  private interface Work {
    String get() throws Exception;
  }

  private static String unwrapped(Work work) throws Exception {
    try {
      return work.get();
    } catch (ExecutionException failed) {
      throw failed.getCause() instanceof Exception cause ? cause : failed;
    }
  }

  private static String inThread(URI to, String order) throws Exception {
    Object[] said = new Object[1];
    Thread thread =
        new Thread(
            () -> {
              try {
                said[0] = byUrl(to, order, false);
              } catch (IOException failed) {
                said[0] = failed;
              }
            });
    thread.start();
    thread.join();
    if (said[0] instanceof IOException failed) {
      throw failed;
    }
    return (String) said[0];
  }

  private static String quietly(URI to, String order) {
    try {
      return byUrl(to, order, false);
    } catch (IOException failed) {
      throw new IllegalStateException(failed);
    }
  }

  private static HttpRequest post(URI to, String order) {
    return HttpRequest.newBuilder(to)
        .timeout(Duration.ofSeconds(Integer.getInteger("wired.timeout", 2)))
        .POST(HttpRequest.BodyPublishers.ofString(order))
        .build();
  }

  private static String byUrl(URI to, String order, boolean streaming) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) to.toURL().openConnection();
    connection.setRequestMethod("POST");
    connection.setDoOutput(true);
    connection.setReadTimeout(1_000 * Integer.getInteger("wired.timeout", 2));
    if (streaming) {
      connection.setChunkedStreamingMode(16);
    }
    try (OutputStream out = connection.getOutputStream()) {
      out.write(order.getBytes(StandardCharsets.UTF_8));
    }
    return new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  public static void main(String[] arguments) throws Exception {
    Sidegate.verify(Wired.class);
    Wired wired = new Wired();
    System.out.println("ready");
    for (String line = IN.readLine(); line != null; line = IN.readLine()) {
      String[] words = line.split(" ");
      switch (words[0]) {
        case "send" -> System.out.println(wired.answer(words[1], words[2], words[3]));
        case "begin" ->
            new Thread(() -> System.out.println(wired.answer(words[1], words[2], words[3])))
                .start();
        case "go" -> GO.countDown();
        case "warm" -> wired.warm(words[1]);
        case "meet" ->
            System.out.println(
                "met by "
                    + MODERN
                        .send(
                            HttpRequest.newBuilder(URI.create(words[1])).build(),
                            HttpResponse.BodyHandlers.ofString())
                        .version());
        default -> throw new IllegalArgumentException(line);
      }
    }
    System.exit(0);
  }

  /** On a busy machine the first connection to the database takes long. */
  private void warm(String url) {
    int tries = 1;
    while (!answer("warm-" + tries, "client", url).contains(" -> sent")) {
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
