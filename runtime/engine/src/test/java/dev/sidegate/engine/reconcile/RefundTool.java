package dev.sidegate.engine.reconcile;

import dev.sidegate.EffectQuery;
import dev.sidegate.Reconciliation;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.net.SocketTimeoutException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** What an application guards. {@link Sidegate_RefundTool} is what its build would generate. */
final class RefundTool {
  private final HttpClient http = HttpClient.newHttpClient();
  private final RefundProvider provider;
  private final List<String> queries = new CopyOnWriteArrayList<>();
  private volatile boolean answersAreLost;
  private volatile boolean requestsAreLost;
  private volatile boolean lookupAnswersNull;

  RefundTool(RefundProvider provider) {
    this.provider = provider;
  }

  static MethodHandles.Lookup lookup() {
    return MethodHandles.lookup();
  }

  void loseAnswers() {
    answersAreLost = true;
  }

  void loseRequests() {
    requestsAreLost = true;
  }

  void loseNothing() {
    answersAreLost = false;
    requestsAreLost = false;
  }

  void answerLookupsWithNull() {
    lookupAnswersNull = true;
  }

  /** What lookups were given. */
  List<String> queries() {
    return List.copyOf(queries);
  }

  String refund(String order, long cents) throws IOException, InterruptedException {
    if (!requestsAreLost) {
      String receipt =
          http.send(
                  HttpRequest.newBuilder(provider.uri(order))
                      .POST(HttpRequest.BodyPublishers.ofString(String.valueOf(cents)))
                      .build(),
                  HttpResponse.BodyHandlers.ofString())
              .body();
      if (!answersAreLost) {
        return "refunded " + cents + ", receipt " + receipt;
      }
    }
    throw new SocketTimeoutException("Read timed out");
  }

  @SuppressWarnings("unused") // reached through this class's own lookup
  private @Nullable Reconciliation find(EffectQuery query, long cents, String order)
      throws IOException, InterruptedException {
    queries.add(order + " " + cents + " " + query.actionKey());
    HttpResponse<String> answer =
        http.send(
            HttpRequest.newBuilder(provider.uri(order)).build(),
            HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() != 200) {
      throw new IOException("the provider answered " + answer.statusCode());
    }
    if (lookupAnswersNull) {
      return null;
    }
    String[] found = answer.body().split(" ", 2);
    return switch (found[0]) {
      case "none" -> Reconciliation.notApplied();
      case "1" -> Reconciliation.applied(found[1], "refunded " + cents + ", receipt " + found[1]);
      default -> Reconciliation.conflict("booked " + found[0] + " times");
    };
  }
}
