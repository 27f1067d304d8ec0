package dev.sidegate.engine.reconcile;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A payment provider without keys: each POST is booked, whoever asks for it. Its lookup shows what
 * is booked, and may be out of order, behind, or slow.
 */
final class RefundProvider implements AutoCloseable {
  private final List<String> booked = new CopyOnWriteArrayList<>();
  private final List<String> keys = new CopyOnWriteArrayList<>();
  private final List<Long> lookups = new CopyOnWriteArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpServer server;
  private volatile int lookupStatus = 200;
  private volatile long lagNanos;
  private volatile CountDownLatch gate = new CountDownLatch(0);
  private volatile long bookedAt;

  RefundProvider() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  URI uri(String order) {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/" + order);
  }

  /** Orders in the order they were booked: what really happened. */
  List<String> booked() {
    return List.copyOf(booked);
  }

  /** The action keys that came with the bookings. */
  List<String> keys() {
    return List.copyOf(keys);
  }

  int lookups() {
    return lookups.size();
  }

  /** How long after the last booking the first lookup came. */
  long firstLookupAfterNanos() {
    return lookups.get(0) - bookedAt;
  }

  void answerLookupsWith(int status) {
    lookupStatus = status;
  }

  void showBookingsAfter(long nanos) {
    lagNanos = nanos;
  }

  /** Lookups wait until the latch is counted down. */
  CountDownLatch holdLookups() {
    CountDownLatch held = new CountDownLatch(1);
    gate = held;
    return held;
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String order = exchange.getRequestURI().getPath().substring(1);
      if (exchange.getRequestMethod().equals("POST")) {
        booked.add(order);
        keys.add(String.valueOf(exchange.getRequestHeaders().getFirst("Idempotency-Key")));
        bookedAt = System.nanoTime();
        send(exchange, 201, receipt(order));
      } else {
        lookups.add(System.nanoTime());
        gate.await();
        boolean shown = System.nanoTime() - bookedAt >= lagNanos;
        long found = shown ? booked.stream().filter(order::equals).count() : 0;
        send(exchange, lookupStatus, found == 0 ? "none" : found + " " + receipt(order));
      }
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }

  private static String receipt(String order) {
    return "re_" + order;
  }

  private static void send(HttpExchange exchange, int status, String text) throws IOException {
    byte[] body = text.getBytes(UTF_8);
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
