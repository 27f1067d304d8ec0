package dev.sidegate.agent.carry;

import java.util.Iterator;
import java.util.stream.Stream;

/**
 * Who stands behind a call into the JDK: read from the stack, from the woven class outwards to the
 * first code that is not the JDK's. Only asked in a thread that works for an attempt.
 */
public enum Origin {
  /** The application, or a library of it. */
  APPLICATION,
  /** One of the JDK's clients that are watched, or the machinery of virtual threads. */
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
        return watched ? WATCHED : loader == OWN ? ENGINE : APPLICATION;
      }
    }
    return watched ? WATCHED : APPLICATION;
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
