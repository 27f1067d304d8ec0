package dev.sidegate.processor.shape;

import java.util.HashMap;
import java.util.Map;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/**
 * The shapes of classes that were read without a fault, for one package and one round: the methods
 * of a class mostly take the same types. A class with a fault is read again, because its message
 * says where the value stands.
 */
public final class KnownShapes {
  private final Map<TypeElement, Known> known = new HashMap<>();

  /** A shape, and what its reader remembered. */
  record Known(Shape shape, boolean perAttempt, boolean sensitive) {}

  @Nullable Known get(TypeElement type) {
    return known.get(type);
  }

  void put(TypeElement type, Known shape) {
    known.put(type, shape);
  }
}
