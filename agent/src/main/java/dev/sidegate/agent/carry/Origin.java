package dev.sidegate.agent.carry;

import dev.sidegate.agent.library.WatchedClient;
import java.util.Iterator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Who stands behind a call into the JDK: read from the stack, from the woven class outwards to the
 * first code that is not the JDK's. Only asked in a thread that works for an attempt.
 */
public enum Origin {
  /** The application, or a library of it. */
  APPLICATION,
  /** One of the clients that are watched, or the machinery of virtual threads. */
  WATCHED,
  /** Sidegate itself, its database driver among it. */
  ENGINE;

  private static final StackWalker STACK =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);
  private static final ClassLoader OWN = loaderOf(Origin.class);
  private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();

  /** Who asks now. */
  public static Origin ofThisCall() {
    return STACK.walk(Origin::of);
  }

  private static Origin of(Stream<StackWalker.StackFrame> frames) {
    boolean inTheJdk = false;
    boolean watched = false;
    WatchedClient client = null;
    for (Iterator<StackWalker.StackFrame> each = frames.iterator(); each.hasNext(); ) {
      Class<?> type = each.next().getDeclaringClass();
      ClassLoader loader = type.getClassLoader();
      if (loader == null || loader == PLATFORM) {
        inTheJdk = true;
        if (isUnwatched(type.getName())) {
          return APPLICATION;
        }
        watched |= isWatched(type.getName());
      } else if (inTheJdk) {
        boolean first = client == null;
        client = client == null ? clientOf(type) : client.isPart(type) ? client : null;
        if (client == null) {
          return watched ? WATCHED : loader == OWN ? ENGINE : APPLICATION;
        }
        if (client.isExcepted(type.getName()) || (first && client.isForItsCaller(type.getName()))) {
          return APPLICATION;
        }
        watched |= client.isInside(type.getName());
      }
    }
    return watched ? WATCHED : APPLICATION;
  }

  private static @Nullable WatchedClient clientOf(Class<?> type) {
    for (WatchedClient client : WatchedClient.values()) {
      if (client.isPart(type)) {
        return client;
      }
    }
    return null;
  }

  private static boolean isWatched(String type) {
    return type.startsWith("jdk.internal.net.http.")
        || type.startsWith("sun.net.www.http.")
        || type.startsWith("sun.net.www.protocol.http.")
        || type.startsWith("sun.net.www.protocol.https.")
        || type.equals("java.lang.VirtualThread");
  }

  /** What goes through a web socket is no request. */
  private static boolean isUnwatched(String type) {
    return type.startsWith("jdk.internal.net.http.websocket.");
  }

  private static ClassLoader loaderOf(Class<?> own) {
    ClassLoader loader = own.getClassLoader();
    return loader == null ? ClassLoader.getSystemClassLoader() : loader;
  }
}
