package dev.sidegate.quickstart.day;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** The day's own requests: it reads books, and delivers webhooks. */
final class Http {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final HttpClient client = HttpClient.newBuilder().version(Version.HTTP_1_1).build();

  static URI at(int port, String path) {
    return URI.create("http://127.0.0.1:" + port + path);
  }

  String get(URI uri) throws IOException, InterruptedException {
    return body(HttpRequest.newBuilder(uri).GET());
  }

  /** Delivers an event; returns what the agent said. Fails when there was no answer. */
  String deliver(URI uri, Event event) throws IOException, InterruptedException {
    return body(
        HttpRequest.newBuilder(uri)
            .header("Webhook-Id", event.id())
            .POST(BodyPublishers.ofString(event.body())));
  }

  private String body(HttpRequest.Builder request) throws IOException, InterruptedException {
    HttpResponse<String> response =
        client.send(request.timeout(PATIENCE).build(), BodyHandlers.ofString(UTF_8));
    if (response.statusCode() != 200) {
      throw new IOException(response.uri() + " answered " + response.statusCode());
    }
    return response.body();
  }
}
