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
  public record Received(String body, String key) {}

  private final HttpServer server;
  private final List<Received> received = new CopyOnWriteArrayList<>();

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
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/payments";
  }

  /** All requests, in order, but for those that only warm a JVM up. */
  public List<Received> received() {
    return List.copyOf(received);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    if (!body.startsWith("warm")) {
      received.add(
          new Received(
              body, String.valueOf(exchange.getRequestHeaders().getFirst("Idempotency-Key"))));
    }
    byte[] answer = ("receipt " + received.size()).getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, answer.length);
    exchange.getResponseBody().write(answer);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
