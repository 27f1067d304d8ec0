package dev.sidegate.agent.library;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which classes of libraries are woven, by loader: an application may have two versions of one
 * library, and a version that could not be woven gives no evidence.
 */
public final class WovenTypes {
  private static final Map<ClassLoader, Set<String>> WOVEN =
      Collections.synchronizedMap(new WeakHashMap<>());

  private WovenTypes() {}

  /** All that was to be woven into this class was. */
  public static void add(ClassLoader loader, String type) {
    WOVEN.computeIfAbsent(loader, unseen -> ConcurrentHashMap.newKeySet()).add(type);
  }

  /** Whether the class of this name is woven in the loader of another one. */
  public static boolean contains(Class<?> beside, String type) {
    ClassLoader loader = beside.getClassLoader();
    Set<String> woven = loader == null ? null : WOVEN.get(loader);
    return woven != null && woven.contains(type);
  }
}
