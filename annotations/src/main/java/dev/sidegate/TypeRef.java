package dev.sidegate;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;

/**
 * Holds a full generic type: {@code new TypeRef<List<Receipt>>() {}}.
 *
 * @param <T> the type
 */
public abstract class TypeRef<T> {
  private final Type type;

  /**
   * Takes the type argument of the anonymous subclass.
   *
   * @throws IllegalStateException without a type argument
   */
  protected TypeRef() {
    if (!(getClass().getGenericSuperclass() instanceof ParameterizedType parent)) {
      throw new IllegalStateException("write new TypeRef<YourType>() {}, with a type argument");
    }
    this.type = parent.getActualTypeArguments()[0];
  }

  /** The type. */
  public final Type type() {
    return type;
  }
}
