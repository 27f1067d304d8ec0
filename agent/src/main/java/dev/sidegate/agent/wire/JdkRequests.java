package dev.sidegate.agent.wire;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Requests of {@code java.net.http}. A class of its own, because a run-time image may lack that
 * module; then nothing is woven that asks here.
 */
final class JdkRequests {
  private final TiedRequests ties = new TiedRequests();
  private volatile @Nullable Answers answers;

  /**
   * The request to send in place of this one: with the action key where it has none, and tied to
   * the attempt by that header's value.
   */
  Object tied(Object subject, @Nullable WatchedAttempt attempt) {
    HttpRequest request = (HttpRequest) subject;
    if (attempt == null || !Wire.isUnsafe(request.method())) {
      return request;
    }
    attempt.begun();
    String header = attempt.keyHeader();
    String own = request.headers().firstValue(header).orElse(null);
    if (own != null) {
      HiddenRetries.otherKey(attempt, own);
    }
    Tied tied = new Tied(attempt, authority(request.uri()));
    return HttpRequest.newBuilder(request, (name, old) -> true)
        .setHeader(header, ties.tie(own == null ? attempt.actionKey() : own, tied))
        .build();
  }

  /** Null if it may leave, else why not. */
  @Nullable Exception leaving(Object subject) {
    HttpRequest request = (HttpRequest) subject;
    if (!Wire.isUnsafe(request.method())) {
      return null;
    }
    Tied tied = ties.of(request);
    if (tied == null) {
      return null;
    }
    return Wire.leaving(tied.attempt(), authority(request.uri()), request.method(), tied::left);
  }

  /** The headers to send: a redirect to another host goes without the key. */
  Object headers(Object given, Object subject) {
    HttpRequest request = (HttpRequest) subject;
    Tied tied = ties.of(request);
    if (tied == null || tied.isFor(authority(request.uri()))) {
      return given;
    }
    String key = tied.attempt().keyHeader();
    return HttpHeaders.of(
        ((HttpHeaders) given).map(), (name, value) -> !name.equalsIgnoreCase(key));
  }

  /** The head of an answer has come. */
  void answered(Object response) throws Throwable {
    Answers read = answers;
    if (read == null) {
      read = new Answers(response.getClass());
      answers = read;
    }
    HttpRequest request = read.request(response);
    Tied tied = Wire.isUnsafe(request.method()) ? ties.of(request) : null;
    if (tied != null && tied.last() != null) {
      HttpHeaders headers = read.headers(response);
      tied.last()
          .answered(
              read.status(response),
              Wire.requestId(name -> headers.firstValue(name).orElse(null)),
              Wire.retryAfter(name -> headers.firstValue(name).orElse(null)));
    }
  }

  /**
   * The call of {@code send} or {@code sendAsync} has returned; the answer's body was read then.
   */
  void returned(Object subject, Object result) {
    Tied tied = ties.of((HttpRequest) subject);
    if (tied == null) {
      return;
    }
    if (result instanceof CompletableFuture<?> future) {
      CompletableFuture<?> unused =
          future.whenComplete(
              (answer, failure) -> {
                if (failure == null) {
                  complete(tied);
                }
              });
    } else {
      complete(tied);
    }
  }

  private static void complete(Tied tied) {
    if (tied.last() != null) {
      tied.last().complete();
    }
  }

  private static String authority(URI uri) {
    String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
    int port = uri.getPort() >= 0 ? uri.getPort() : scheme.equals("https") ? 443 : 80;
    return String.valueOf(uri.getHost()).toLowerCase(Locale.ROOT) + ":" + port;
  }

  /** Reads the client's own {@code Response}. */
  private static final class Answers {
    private final MethodHandle request;
    private final MethodHandle status;
    private final MethodHandle headers;

    Answers(Class<?> type) {
      try {
        MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
        Class<?> impl = type.getDeclaredMethod("request").getReturnType();
        request =
            lookup
                .findVirtual(type, "request", MethodType.methodType(impl))
                .asType(MethodType.methodType(HttpRequest.class, Object.class));
        status =
            lookup
                .findVirtual(type, "statusCode", MethodType.methodType(int.class))
                .asType(MethodType.methodType(int.class, Object.class));
        headers =
            lookup
                .findVirtual(type, "headers", MethodType.methodType(HttpHeaders.class))
                .asType(MethodType.methodType(HttpHeaders.class, Object.class));
      } catch (ReflectiveOperationException otherJdk) {
        throw new LinkageError(type + " is not as expected", otherJdk);
      }
    }

    HttpRequest request(Object response) throws Throwable {
      return (HttpRequest) request.invokeExact(response);
    }

    int status(Object response) throws Throwable {
      return (int) status.invokeExact(response);
    }

    HttpHeaders headers(Object response) throws Throwable {
      return (HttpHeaders) headers.invokeExact(response);
    }
  }
}
