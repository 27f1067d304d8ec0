package dev.sidegate.agent.carry;

import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;

/**
 * The pool that resumes virtual threads. What it is given is no work of the thread that happens to
 * wake another one up.
 */
final class VirtualThreadScheduler {
  private VirtualThreadScheduler() {}

  static @Nullable Object find(Class<?> pool) {
    try {
      for (Field field : Class.forName("java.lang.VirtualThread").getDeclaredFields()) {
        if (field.getName().equals("DEFAULT_SCHEDULER")) {
          field.setAccessible(true); // java.lang is open to the agent
          Object scheduler = field.get(null);
          return pool.isInstance(scheduler) ? scheduler : null;
        }
      }
      return null;
    } catch (ReflectiveOperationException | RuntimeException noVirtualThreads) {
      return null;
    }
  }
}
