package dev.sidegate.agent.carry;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * Values by the identity of an object that is not kept alive. A value must not hold its own key.
 * Safe for many threads; a look-up leaves nothing behind.
 */
public final class WeakIdentities<K, V> {
  private final ConcurrentMap<Object, V> values = new ConcurrentHashMap<>();
  private final ReferenceQueue<Object> gone = new ReferenceQueue<>();

  /** The value of this object from now on. */
  public void put(K key, V value) {
    for (Object old = gone.poll(); old != null; old = gone.poll()) {
      values.remove(old);
    }
    values.put(new Kept(key, gone), value);
  }

  /** The object's value, or null. */
  public @Nullable V get(K key) {
    return values.get(new Sought(key));
  }

  /** Takes the object's value away, and answers it. */
  public @Nullable V remove(K key) {
    return values.remove(new Sought(key));
  }

  /** Whether there is none. */
  public boolean isEmpty() {
    return values.isEmpty();
  }

  private static final class Kept extends WeakReference<Object> {
    private final int hash;

    Kept(Object key, ReferenceQueue<Object> gone) {
      super(key, gone);
      this.hash = System.identityHashCode(key);
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      if (this == other) {
        return true;
      }
      if (other instanceof Sought sought) {
        return refersTo(sought.key);
      }
      Object key = get();
      return key != null && other instanceof Kept that && that.refersTo(key);
    }
  }

  private static final class Sought {
    private final Object key;

    Sought(Object key) {
      this.key = key;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(key);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Kept kept && kept.refersTo(key);
    }
  }
}
