package dev.sidegate.agent.wire;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/**
 * Requests of {@code HttpURLConnection}, as {@code sun.net.www.MessageHeader} holds them: the first
 * key is the request line.
 */
final class MessageHeads {
  private final MethodHandle keyAt;
  private final MethodHandle setIfNotSet;

  MessageHeads() {
    try {
      Class<?> head = Class.forName("sun.net.www.MessageHeader");
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      keyAt =
          lookup
              .findVirtual(head, "getKey", MethodType.methodType(String.class, int.class))
              .asType(MethodType.methodType(String.class, Object.class, int.class));
      setIfNotSet =
          lookup
              .findVirtual(
                  head,
                  "setIfNotSet",
                  MethodType.methodType(void.class, String.class, String.class))
              .asType(MethodType.methodType(void.class, Object.class, String.class, String.class));
    } catch (ReflectiveOperationException otherJdk) {
      throw new LinkageError("sun.net.www.MessageHeader is not as expected", otherJdk);
    }
  }

  /** Adds the action key where the request has none; null if it may leave, else why not. */
  @Nullable IOException leaving(Object head, WatchedAttempt attempt) {
    try {
      String line = (String) keyAt.invokeExact(head, 0);
      String method = line.substring(0, Math.max(line.indexOf(' '), 0));
      if (!Wire.isUnsafe(method)) {
        return null;
      }
      if (!method.equals("CONNECT")) { // that one is for the proxy
        setIfNotSet.invokeExact(head, attempt.keyHeader(), attempt.actionKey());
      }
      return Wire.ended(attempt);
    } catch (Throwable unexpected) {
      return new IOException(
          "Sidegate could not look at the request; nothing was sent", unexpected);
    }
  }
}
