package dev.sidegate.engine.door;

import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Something made once for each class loader of the application. It is kept alive by the guarded
 * classes that use it, and by nothing here: an application that is unloaded takes it along.
 */
final class PerLoader<T> {
  private final Function<@Nullable ClassLoader, T> maker;
  private final Map<@Nullable ClassLoader, WeakReference<T>> made = new WeakHashMap<>();
  private final ClassValue<AtomicReference<@Nullable T>> kept = new Kept<>();

  PerLoader(Function<@Nullable ClassLoader, T> maker) {
    this.maker = maker;
  }

  /** That of the class's loader. */
  T of(Class<?> user) {
    AtomicReference<@Nullable T> reference = kept.get(user);
    T known = reference.get();
    if (known == null) {
      known = ofLoader(user.getClassLoader());
      reference.set(known);
    }
    return known;
  }

  private T ofLoader(@Nullable ClassLoader loader) {
    synchronized (made) {
      WeakReference<T> reference = made.get(loader);
      T known = reference == null ? null : reference.get();
      if (known == null) {
        known = maker.apply(loader);
        made.put(loader, new WeakReference<>(known));
      }
      return known;
    }
  }

  private static final class Kept<T> extends ClassValue<AtomicReference<@Nullable T>> {
    @Override
    protected AtomicReference<@Nullable T> computeValue(Class<?> type) {
      return new AtomicReference<>();
    }
  }
}
