package dev.sidegate.engine.target;

import java.lang.ref.WeakReference;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Counts objects by identity: none, one, several, or not to be known. Several stay several when all
 * but one are garbage: a doubt may stem from any of them.
 */
final class TheOnlyOne {

  /** How many there were. */
  enum Count {
    NONE,
    ONE,
    SEVERAL,
    /** Some may have come into being uncounted. */
    UNCOUNTED
  }

  private @Nullable WeakReference<Object> first;
  private Count count = Count.NONE;

  synchronized void add(Object object) {
    WeakReference<Object> known = first;
    if (count == Count.NONE) {
      first = new WeakReference<>(object);
      count = Count.ONE;
    } else if (count == Count.ONE && (known == null || known.get() != object)) {
      first = null;
      count = Count.SEVERAL;
    }
  }

  synchronized void neverToBeKnown() {
    first = null;
    count = Count.UNCOUNTED;
  }

  synchronized Count count() {
    return count;
  }

  /** The one object; empty if there is none, there were more, or it is garbage by now. */
  synchronized Optional<Object> object() {
    WeakReference<Object> known = first;
    return known == null ? Optional.empty() : Optional.ofNullable(known.get());
  }
}
