package dev.sidegate.agent.wire;

import dev.sidegate.agent.carry.WeakIdentities;
import dev.sidegate.engine.gate.WireLog;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Requests of {@code HttpURLConnection}, as {@code sun.net.www.MessageHeader} holds them: the first
 * key is the request line, or, of an answer, the first value its status line.
 */
final class MessageHeads {
  private static final MethodType OF_INDEX =
      MethodType.methodType(String.class, Object.class, int.class);
  private static final MethodType OF_NAME =
      MethodType.methodType(String.class, Object.class, String.class);

  private final MethodHandle keyAt;
  private final MethodHandle valueAt;
  private final MethodHandle find;
  private final MethodHandle setIfNotSet;
  private final MethodHandle remove;

  /** The host that a head was first sent to; it is sent again to where a redirect leads. */
  private final WeakIdentities<Object, String> firstHosts = new WeakIdentities<>();

  /** What left last on a connection, until its answer comes. */
  private final WeakIdentities<Object, WireLog.Request> onTheirWay = new WeakIdentities<>();

  MessageHeads() {
    try {
      Class<?> head = Class.forName("sun.net.www.MessageHeader");
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      keyAt =
          lookup
              .findVirtual(head, "getKey", MethodType.methodType(String.class, int.class))
              .asType(OF_INDEX);
      valueAt =
          lookup
              .findVirtual(head, "getValue", MethodType.methodType(String.class, int.class))
              .asType(OF_INDEX);
      find =
          lookup
              .findVirtual(head, "findValue", MethodType.methodType(String.class, String.class))
              .asType(OF_NAME);
      setIfNotSet =
          lookup
              .findVirtual(
                  head,
                  "setIfNotSet",
                  MethodType.methodType(void.class, String.class, String.class))
              .asType(MethodType.methodType(void.class, Object.class, String.class, String.class));
      remove =
          lookup
              .findVirtual(head, "remove", MethodType.methodType(void.class, String.class))
              .asType(MethodType.methodType(void.class, Object.class, String.class));
    } catch (ReflectiveOperationException otherJdk) {
      throw new LinkageError("sun.net.www.MessageHeader is not as expected", otherJdk);
    }
  }

  /** Adds the action key where the request has none; null if it may leave, else why not. */
  @Nullable Exception leaving(Object head, Object connection, WatchedAttempt attempt) {
    try {
      onTheirWay.remove(connection);
      String line = (String) keyAt.invokeExact(head, 0);
      String method = line.substring(0, Math.max(line.indexOf(' '), 0));
      if (method.equals("CONNECT")) {
        return null; // that one is for the proxy
      }
      String host =
          String.valueOf((String) find.invokeExact(head, "Host")).toLowerCase(Locale.ROOT);
      String first = firstHosts.get(head);
      if (first == null) {
        firstHosts.put(head, host);
      } else if (!first.equals(host)) {
        takeKeyAway(head, attempt);
      }
      if (!Wire.isUnsafe(method)) {
        return null;
      }
      if (first == null || first.equals(host)) {
        giveKey(head, attempt);
      }
      return Wire.leaving(attempt, host, method, request -> onTheirWay.put(connection, request));
    } catch (Throwable unexpected) {
      return new IOException(
          "Sidegate could not look at the request; nothing was sent", unexpected);
    }
  }

  private void giveKey(Object head, WatchedAttempt attempt) throws Throwable {
    String own = (String) find.invokeExact(head, attempt.keyHeader());
    if (own != null) {
      HiddenRetries.otherKey(attempt, own);
    }
    setIfNotSet.invokeExact(head, attempt.keyHeader(), attempt.actionKey());
  }

  private void takeKeyAway(Object head, WatchedAttempt attempt) throws Throwable {
    String own = (String) find.invokeExact(head, attempt.keyHeader());
    if (attempt.actionKey().equals(own)) {
      remove.invokeExact(head, attempt.keyHeader());
    }
  }

  /** The head of an answer was read from this connection. */
  void answered(Object head, Object connection) throws Throwable {
    WireLog.Request request = onTheirWay.get(connection);
    if (request == null) {
      return;
    }
    int status = status((String) valueAt.invokeExact(head, 0));
    if (status >= 200) {
      onTheirWay.remove(connection);
      request.answered(
          status,
          Wire.requestId(name -> value(head, name)),
          Wire.retryAfter(name -> value(head, name)));
    }
  }

  private @Nullable String value(Object head, String name) {
    try {
      return (String) find.invokeExact(head, name);
    } catch (Throwable impossible) {
      throw new LinkageError("MessageHeader.findValue throws nothing", impossible);
    }
  }

  /** Of {@code HTTP/1.1 200 OK}; 0 if it is no such line. */
  private static int status(@Nullable String line) {
    if (line == null || !line.startsWith("HTTP/")) {
      return 0;
    }
    String[] words = line.split(" ", 3);
    try {
      return words.length < 2 ? 0 : Integer.parseInt(words[1]);
    } catch (NumberFormatException garbage) {
      return 0;
    }
  }
}
