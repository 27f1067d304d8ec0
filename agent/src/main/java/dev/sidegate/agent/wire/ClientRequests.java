package dev.sidegate.agent.wire;

import dev.sidegate.agent.carry.WeakIdentities;
import dev.sidegate.agent.library.Reflected;
import dev.sidegate.agent.library.WatchedClient;
import dev.sidegate.engine.gate.WireLog;
import java.io.IOException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Requests of clients that the application brings: OkHttp's and Apache's. Both send in the thread
 * that runs the call, whatever they try on their own, so that thread knows the attempt.
 */
final class ClientRequests {
  private final Supplier<@Nullable WatchedAttempt> current;
  private final ClientForm okHttp = new OkHttpForm();
  private final ClientForm apache = new ApacheForm();

  @SuppressWarnings("ThreadLocalUsage") // one per engine
  private final ThreadLocal<ClientCall> calls = new ThreadLocal<>();

  /** What left last, by the object that will hear of its answer's end. */
  private final WeakIdentities<Object, WireLog.Request> unread = new WeakIdentities<>();

  /** One call of the application, with all requests that its client makes of it. */
  private static final class ClientCall {
    final @Nullable ClientCall outer;
    @Nullable String authority;
    WireLog.@Nullable Request last;
    @Nullable Object keyed;

    ClientCall(@Nullable ClientCall outer) {
      this.outer = outer;
    }
  }

  ClientRequests(Supplier<@Nullable WatchedAttempt> current) {
    this.current = current;
  }

  /** A call begins; null where nobody works for an attempt, or not all of the client is woven. */
  @Nullable Object begin(Object[] arguments, Class<?> woven) throws ReflectiveOperationException {
    WatchedAttempt attempt = current.get();
    if (attempt == null || !clientOf(woven).isWholeIn(woven)) {
      return null;
    }
    if (Wire.isUnsafe(form(woven).methodOf(arguments))) {
      attempt.begun();
    }
    ClientCall call = new ClientCall(calls.get());
    calls.set(call);
    return call;
  }

  /** It has ended. */
  void end(Object begun) {
    ClientCall outer = ((ClientCall) begun).outer;
    if (outer == null) {
      calls.remove();
    } else {
      calls.set(outer);
    }
  }

  /** What to write in place of this request; an exception if it may not leave. */
  Object sending(Object request, Object exchange) {
    WatchedAttempt attempt = current.get();
    if (attempt == null) {
      return request;
    }
    try {
      return sending(request, exchange, attempt, form(exchange.getClass()));
    } catch (ReflectiveOperationException | RuntimeException | LinkageError otherVersion) {
      return new IOException(
          "Sidegate could not look at the request; nothing was sent", otherVersion);
    }
  }

  private Object sending(Object request, Object exchange, WatchedAttempt attempt, ClientForm form)
      throws ReflectiveOperationException {
    ClientCall known = calls.get();
    ClientCall call = known == null ? new ClientCall(null) : known;
    String method = form.method(request);
    String authority = form.authority(request);
    if (call.authority == null) {
      call.authority = authority;
    }
    call.last = null;
    boolean unsafe = Wire.isUnsafe(method);
    Object sent = keyed(request, attempt, call, unsafe && authority.equals(call.authority), form);
    if (!unsafe) {
      return sent;
    }
    Exception refused =
        Wire.leaving(
            attempt,
            authority,
            method,
            left -> {
              call.last = left;
              unread.put(exchange, left);
            });
    return refused == null ? sent : refused;
  }

  /** The key goes with unsafe requests to the first host, and with no request to another one. */
  private static Object keyed(
      Object request, WatchedAttempt attempt, ClientCall call, boolean wanted, ClientForm form)
      throws ReflectiveOperationException {
    String header = attempt.keyHeader();
    String own = form.header(request, header);
    if (!wanted) {
      return attempt.actionKey().equals(own) ? form.without(request, header) : request;
    }
    if (own != null) {
      HiddenRetries.otherKey(attempt, own);
      return request;
    }
    Object keyed = form.with(request, header, attempt.actionKey());
    call.keyed = keyed;
    return keyed;
  }

  /** The head of an answer was read; null if that failed. */
  void received(Object exchange, @Nullable Object response) throws ReflectiveOperationException {
    WatchedAttempt attempt = current.get();
    if (attempt == null) {
      return;
    }
    ClientForm form = form(exchange.getClass());
    ClientCall call = calls.get();
    if (form == apache && call != null && call.keyed != null) {
      // The application's own object: what was added goes again, also for the next attempt.
      Object unused = form.without(call.keyed, attempt.keyHeader());
      call.keyed = null;
    }
    WireLog.Request request =
        form == apache ? (call == null ? null : call.last) : unread.get(exchange);
    if (request == null || response == null || form.status(response) < 200) {
      return;
    }
    request.answered(
        form.status(response),
        Wire.requestId(name -> header(form, response, name)),
        Wire.retryAfter(name -> header(form, response, name)));
    if (form.isWhole(response)) {
      request.complete();
    }
  }

  private static @Nullable String header(ClientForm form, Object response, String name) {
    try {
      return form.headerOf(response, name);
    } catch (ReflectiveOperationException otherVersion) {
      throw new LinkageError(response.getClass() + " is not as expected", otherVersion);
    }
  }

  /** An answer of Apache's client has got the entity that its caller will read. */
  void entity(Object response) throws ReflectiveOperationException {
    ClientCall call = calls.get();
    Object entity = Reflected.call(response, "getEntity");
    if (call != null && call.last != null && entity != null) {
      unread.put(entity, call.last);
    }
  }

  /** An answer was read to its end, on whatever thread. */
  void read(Object exchangeOrEntity) {
    WireLog.Request request = unread.remove(exchangeOrEntity);
    if (request != null) {
      request.complete();
    }
  }

  private ClientForm form(Class<?> type) {
    return clientOf(type) == WatchedClient.OKHTTP ? okHttp : apache;
  }

  private static WatchedClient clientOf(Class<?> type) {
    return type.getName().startsWith("okhttp3.") ? WatchedClient.OKHTTP : WatchedClient.APACHE;
  }
}
