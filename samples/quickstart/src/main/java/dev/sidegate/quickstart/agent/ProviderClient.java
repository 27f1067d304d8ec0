package dev.sidegate.quickstart.agent;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Speaks to a provider, and waits two seconds for each of its answers. Repeats nothing. */
final class ProviderClient {
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final HttpClient http = HttpClient.newBuilder().version(Version.HTTP_1_1).build();
  private final URI provider;

  ProviderClient(URI provider) {
    this.provider = provider;
  }

  /** The provider's receipt: the id of what it did. */
  String post(Map<String, ?> form) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(provider)
            .timeout(PATIENCE)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(encoded(form)))
            .build();
    HttpResponse<String> response = http.send(request, BodyHandlers.ofString(UTF_8));
    if (response.statusCode() != 201) {
      throw new IOException(provider + " answered " + response.statusCode());
    }
    return response.body();
  }

  /** The receipts of what the provider did with exactly these fields. */
  List<String> search(Map<String, ?> fields) throws IOException, InterruptedException {
    return search(encoded(fields));
  }

  /** The receipts that the provider finds for a query, from its lines of order and receipt. */
  List<String> search(String query) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(provider.resolve("/search?" + query)).timeout(PATIENCE).build();
    HttpResponse<String> response = http.send(request, BodyHandlers.ofString(UTF_8));
    if (response.statusCode() != 200) {
      throw new IOException(provider + " answered " + response.statusCode());
    }
    return response.body().lines().map(line -> line.split(" ", 2)[1]).toList();
  }

  private static String encoded(Map<String, ?> form) {
    return form.entrySet().stream()
        .map(field -> field.getKey() + "=" + URLEncoder.encode("" + field.getValue(), UTF_8))
        .collect(Collectors.joining("&"));
  }
}
