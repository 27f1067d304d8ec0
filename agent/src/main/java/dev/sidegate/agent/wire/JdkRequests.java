package dev.sidegate.agent.wire;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Requests of {@code java.net.http}. A class of its own, because a run-time image may lack that
 * module; then nothing is woven that asks here.
 */
final class JdkRequests {
  private JdkRequests() {}

  /**
   * The request to send in place of this one: with the action key where it has none, and tied to
   * the attempt by that header's value.
   */
  static Object tied(Object subject, @Nullable WatchedAttempt attempt, TiedValues ties) {
    HttpRequest request = (HttpRequest) subject;
    if (attempt == null || !Wire.isUnsafe(request.method())) {
      return request;
    }
    String header = attempt.keyHeader();
    String value = request.headers().firstValue(header).orElse(attempt.actionKey());
    return HttpRequest.newBuilder(request, (name, old) -> true)
        .setHeader(header, ties.tie(value, attempt))
        .build();
  }

  static @Nullable IOException leaving(Object subject, TiedValues ties) {
    if (ties.isEmpty()) {
      return null;
    }
    HttpRequest request = (HttpRequest) subject;
    if (!Wire.isUnsafe(request.method())) {
      return null;
    }
    for (List<String> values : request.headers().map().values()) {
      for (String value : values) {
        WatchedAttempt attempt = ties.attemptOf(value);
        if (attempt != null) {
          return Wire.ended(attempt);
        }
      }
    }
    return null;
  }
}
