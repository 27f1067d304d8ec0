package dev.sidegate.quickstart.outside;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;

/** A small HTTP server on a free port of the loopback address: text in, text out. */
final class Web {
  private final HttpServer server;

  Web() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newCachedThreadPool());
  }

  /** What is at a path: the body of a request, or its query, becomes the body of its answer. */
  interface Page {
    String answer(String body) throws IOException;
  }

  Web at(String path, int status, Page page) {
    server.createContext(
        path,
        exchange -> {
          try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
            String query = exchange.getRequestURI().getRawQuery();
            byte[] answer = page.answer(query == null ? body : query).getBytes(UTF_8);
            exchange.sendResponseHeaders(status, answer.length == 0 ? -1 : answer.length);
            exchange.getResponseBody().write(answer);
          }
        });
    return this;
  }

  /** Starts it; returns its port. */
  int open() {
    server.start();
    return server.getAddress().getPort();
  }
}
