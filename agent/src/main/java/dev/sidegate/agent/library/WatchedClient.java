package dev.sidegate.agent.library;

import java.util.List;
import java.util.Set;

/**
 * A client of HTTP that applications bring themselves. It is watched where all of its classes that
 * matter are woven, each in the same loader; elsewhere its sockets are anybody's.
 */
@SuppressWarnings("ImmutableEnumChecker") // lists and sets that nobody can change
public enum WatchedClient {
  /** OkHttp 3.14 to 5. */
  OKHTTP(
      List.of("okhttp3.", "okio."),
      List.of("okhttp3.internal."),
      // What goes through a web socket is no request.
      List.of("okhttp3.internal.ws."),
      // The dispatcher hands the caller's own work on.
      List.of("okhttp3.internal.connection.RealCall$AsyncCall"),
      "okhttp3.internal.http.RetryAndFollowUpInterceptor",
      "okhttp3.internal.connection.Exchange"),

  /** The classic client of Apache HttpClient 5. */
  APACHE(
      List.of("org.apache.hc."),
      List.of("org.apache.hc.core5.http.impl.io.", "org.apache.hc.client5.http.impl."),
      List.of(
          "org.apache.hc.core5.reactor.",
          "org.apache.hc.client5.http.impl.async.",
          "org.apache.hc.core5.http.impl.nio.",
          "org.apache.hc.client5.http.impl.nio."),
      List.of(),
      "org.apache.hc.client5.http.impl.classic.InternalHttpClient",
      "org.apache.hc.core5.http.impl.io.HttpRequestExecutor",
      "org.apache.hc.client5.http.impl.classic.ResponseEntityProxy");

  private final List<String> packages;
  private final List<String> inside;
  private final List<String> except;
  private final List<String> callers;
  private final Set<String> woven;

  WatchedClient(
      List<String> packages,
      List<String> inside,
      List<String> except,
      List<String> callers,
      String... woven) {
    this.packages = packages;
    this.inside = inside;
    this.except = except;
    this.callers = callers;
    this.woven = Set.of(woven);
  }

  /** Whether a class belongs to a client that is watched where it comes from. */
  public boolean isPart(Class<?> type) {
    return startsWith(packages, type.getName()) && isWatched(type);
  }

  /** Whether this class is of the client's own machinery. */
  public boolean isInside(String type) {
    return startsWith(inside, type);
  }

  /** Whether what this class does is not watched all the same. */
  public boolean isExcepted(String type) {
    return startsWith(except, type);
  }

  /** Whether this class, where it asks the JDK itself, does so for the client's caller. */
  public boolean isForItsCaller(String type) {
    return startsWith(callers, type);
  }

  /** Whether it is watched in this class's loader, as far as it was loaded there. */
  private boolean isWatched(Class<?> beside) {
    for (String type : woven) {
      if (!WovenTypes.contains(beside, type)) {
        return false;
      }
    }
    return true;
  }

  /** Loads what is still missing, so that it is woven; answers whether all of it is. */
  public boolean isWholeIn(Class<?> beside) {
    try {
      for (String type : woven) {
        Class<?> unused = Class.forName(type, false, beside.getClassLoader());
      }
      return isWatched(beside);
    } catch (ClassNotFoundException | LinkageError otherVersion) {
      return false;
    }
  }

  private static boolean startsWith(List<String> beginnings, String name) {
    for (String beginning : beginnings) {
      if (name.startsWith(beginning)) {
        return true;
      }
    }
    return false;
  }
}
