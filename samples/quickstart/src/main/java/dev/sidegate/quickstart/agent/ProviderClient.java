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
import java.util.Map;
import java.util.stream.Collectors;

/** Posts one form to a provider and waits two seconds for its answer. Repeats nothing. */
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

  private static String encoded(Map<String, ?> form) {
    return form.entrySet().stream()
        .map(field -> field.getKey() + "=" + URLEncoder.encode("" + field.getValue(), UTF_8))
        .collect(Collectors.joining("&"));
  }
}
