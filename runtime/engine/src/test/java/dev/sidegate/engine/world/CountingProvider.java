package dev.sidegate.engine.world;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A provider on a real socket that counts its effects. It does as it is told with each request, in
 * order, and books what comes after that.
 */
public final class CountingProvider implements AutoCloseable {

  /** What it does with one request. */
  public sealed interface Deed {
    /** Books, and answers the receipt. */
    record Book() implements Deed {}

    /** Books, and closes the connection without an answer. */
    record BookAndDrop() implements Deed {}

    /** Books, and answers with this status, as an overloaded proxy before it may. */
    record BookAndAnswer(int status) implements Deed {}

    /** Books nothing, and answers with this status. */
    record Refuse(int status) implements Deed {}

    /** Books, and answers the receipt when the latch is open. */
    record BookAndWait(CountDownLatch until) implements Deed {}
  }

  private final HttpServer server;
  private final HttpClient client =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Deque<Deed> deeds = new ArrayDeque<>();
  private final List<String> effects = new ArrayList<>();
  private final List<String> keys = new ArrayList<>();
  private final Map<String, String> booked = new HashMap<>();
  private boolean honoursKeys;

  /** Starts it. */
  public CountingProvider() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::serve);
    server.start();
  }

  /** From now on a second request with the same key gets the first one's receipt. */
  public synchronized CountingProvider honouringKeys() {
    honoursKeys = true;
    return this;
  }

  /** What it does with the next requests. */
  public synchronized CountingProvider next(Deed... next) {
    deeds.addAll(List.of(next));
    return this;
  }

  /** What was booked, in order. */
  public synchronized List<String> effects() {
    return List.copyOf(effects);
  }

  /** The keys of all requests, in order. */
  public synchronized List<String> keys() {
    return List.copyOf(keys);
  }

  /**
   * Asks it to book, as a program without Sidegate would.
   *
   * @return the receipt
   * @throws IOException for no answer, and for one that is no receipt
   */
  public String book(String what, String key) throws IOException, InterruptedException {
    HttpResponse<String> answer =
        client.send(
            HttpRequest.newBuilder(
                    URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/book"))
                .timeout(Duration.ofSeconds(30))
                .header("Idempotency-Key", key)
                .POST(HttpRequest.BodyPublishers.ofString(what))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() != 200) {
      throw new IOException("the provider answered " + answer.statusCode());
    }
    return answer.body();
  }

  private void serve(HttpExchange exchange) throws IOException {
    String what = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    String key = String.valueOf(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
    Deed deed = take(key);
    if (deed instanceof Deed.Refuse refuse) {
      answer(exchange, refuse.status(), "refused");
      return;
    }
    String receipt = booked(what, key);
    if (deed instanceof Deed.BookAndDrop) {
      exchange.close();
      return;
    }
    if (deed instanceof Deed.BookAndWait wait) {
      awaitQuietly(wait.until());
    }
    boolean answersBadly = deed instanceof Deed.BookAndAnswer;
    answer(
        exchange,
        deed instanceof Deed.BookAndAnswer bad ? bad.status() : 200,
        answersBadly ? "try again" : receipt);
  }

  private synchronized Deed take(String key) {
    keys.add(key);
    return deeds.isEmpty() ? new Deed.Book() : deeds.remove();
  }

  private synchronized String booked(String what, String key) {
    if (honoursKeys && booked.containsKey(key)) {
      return booked.get(key);
    }
    effects.add(what);
    String receipt = "re_" + effects.size();
    booked.put(key, receipt);
    return receipt;
  }

  private static void answer(HttpExchange exchange, int status, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
