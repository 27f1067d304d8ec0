package dev.sidegate.agent.start;

import java.security.AccessController;
import java.security.PrivilegedAction;
import org.jspecify.annotations.Nullable;

/**
 * A thread that keeps nothing of the application alive: not the caller's context loader, not its
 * inheritable thread-locals, not its thread group, not its protection domains. What the engine
 * starts from there inherits the same. A platform thread, because pools built on a virtual one pin.
 */
final class IsolatedThread {
  private IsolatedThread() {}

  @SuppressWarnings(
      "removal") // before JDK 24 a thread keeps the access control context of its maker
  static void start(String name, Runnable work) {
    AccessController.doPrivileged(
        new PrivilegedAction<@Nullable Void>() { // no lambda: premain comes through here
          @Override
          public @Nullable Void run() {
            Thread thread = new Thread(topGroup(), work, name, 0, false);
            thread.setDaemon(true);
            thread.setContextClassLoader(IsolatedThread.class.getClassLoader());
            thread.start();
            return null;
          }
        });
  }

  private static ThreadGroup topGroup() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group.getParent() != null) {
      group = group.getParent();
    }
    return group;
  }
}
