package dev.sidegate.agent.weave;

import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What became of each class with guarded methods. By loader, weakly: a redeployed application's
 * classes are other classes, and the old ones must be free to go.
 */
public final class WeavingRecord {
  private final Map<ClassLoader, Map<String, List<String>>> refusals = new WeakHashMap<>();
  private final BiConsumer<String, List<String>> reader;

  /** Tells this reader each class's name and refused methods, as they are written down. */
  public WeavingRecord(BiConsumer<String, List<String>> reader) {
    this.reader = reader;
  }

  /** Writes down that a class was woven, except the methods that these lines refuse. */
  void keep(ClassLoader loader, String className, List<String> refused) {
    of(loader).put(className, refused);
    reader.accept(className, refused);
  }

  /** The refused methods of a class, with reasons; null if it was never woven. */
  public @Nullable List<String> refusals(Class<?> type) {
    return type.getClassLoader() == null ? null : of(type.getClassLoader()).get(type.getName());
  }

  private Map<String, List<String>> of(ClassLoader loader) {
    synchronized (refusals) {
      return refusals.computeIfAbsent(loader, unseen -> new ConcurrentHashMap<>());
    }
  }
}
