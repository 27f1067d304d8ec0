package dev.sidegate.agent.world;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;

/** A payment provider on a real socket; what it received decides. */
public final class Provider implements AutoCloseable {

  /** A request that arrived. */
  public record Received(String method, String body, String key) {}

  private final HttpServer server;
  private final List<Received> received = new CopyOnWriteArrayList<>();
  private final List<HttpExchange> silent = new CopyOnWriteArrayList<>();

  /** Starts it. */
  public Provider() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(
        Executors.newCachedThreadPool(
            work -> {
              Thread thread = new Thread(work, "provider");
              thread.setDaemon(true);
              return thread;
            }));
    server.createContext("/", this::answer);
    server.start();
  }

  /** Where it listens. */
  public String url() {
    return url("/payments");
  }

  /**
   * One of its other places: {@code /silent} never answers, {@code /busy} takes the request and
   * answers 503, {@code /elsewhere-307} redirects to another host with that status.
   */
  public String url(String path) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + path;
  }

  /** All requests, in order, but for those that only warm a JVM up. */
  public List<Received> received() {
    return List.copyOf(received);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String order = exchange.getRequestURI().getQuery();
    if (order != null) {
      show(exchange, order);
      return;
    }
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    if (!body.startsWith("warm")) {
      received.add(
          new Received(
              exchange.getRequestMethod(),
              body,
              String.valueOf(exchange.getRequestHeaders().getFirst("Idempotency-Key"))));
    }
    String path = exchange.getRequestURI().getPath();
    if (path.equals("/silent")) {
      silent.add(exchange); // the request has arrived, and no answer goes back
      return;
    }
    if (path.startsWith("/elsewhere")) {
      exchange
          .getResponseHeaders()
          .add("Location", "http://localhost:" + server.getAddress().getPort() + "/payments");
      exchange.sendResponseHeaders(Integer.parseInt(path.substring(path.length() - 3)), -1);
      exchange.close();
      return;
    }
    exchange.getResponseHeaders().add("X-Request-Id", "req-" + received.size());
    byte[] answer = ("receipt " + received.size()).getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(path.equals("/busy") ? 503 : 200, answer.length);
    exchange.getResponseBody().write(answer);
    exchange.close();
  }

  /** Answers a lookup with the receipt of an order, or with nothing if it was not received. */
  private void show(HttpExchange exchange, String order) throws IOException {
    byte[] receipt = new byte[0];
    for (int i = 0; i < received.size(); i++) {
      if (received.get(i).body().startsWith(order + " ")) {
        receipt = ("receipt " + (i + 1)).getBytes(StandardCharsets.UTF_8);
      }
    }
    exchange.sendResponseHeaders(200, receipt.length == 0 ? -1 : receipt.length);
    exchange.getResponseBody().write(receipt);
    exchange.close();
  }

  @Override
  public void close() {
    silent.forEach(HttpExchange::close);
    server.stop(0);
  }
}
