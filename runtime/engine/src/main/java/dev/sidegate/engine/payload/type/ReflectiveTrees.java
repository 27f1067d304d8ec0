package dev.sidegate.engine.payload.type;

import dev.sidegate.key.KeyTemplate;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/**
 * Types as trees, read once per class. What is kept of a class hangs on that class, so that its
 * loader can go when the application is gone.
 */
public final class ReflectiveTrees {
  private static final TreeType NOTHING = TreeType.of("void", value -> null, tree -> null);

  private final ClassValue<TreeType> classes =
      new ClassValue<>() {
        @Override
        protected TreeType computeValue(Class<?> type) {
          return TypeReader.read(GenericType.of(type));
        }
      };

  /**
   * A declared type: of a result, a parameter, a component.
   *
   * @throws TypeRefusedException if no tree can be made of its values
   */
  public TreeType of(Type declared) {
    if (declared == void.class || declared == Void.class) {
      return NOTHING;
    }
    return declared instanceof Class<?> type
        ? classes.get(type)
        : TypeReader.read(GenericType.of(declared));
  }

  /**
   * The type of a value that nobody declared, such as a lambda's payload: its class. Maps, lists
   * and sets are closed JSON.
   *
   * @throws TypeRefusedException if no tree can be made of it
   */
  public TreeType ofValue(@Nullable Object value) {
    if (value == null) {
      return NOTHING;
    }
    TreeType undeclared = TypeReader.ofUndeclared(value);
    if (undeclared != null) {
      return undeclared;
    }
    return classes.get(value instanceof Enum<?> e ? e.getDeclaringClass() : value.getClass());
  }

  /**
   * What a positional hole of a key takes for a value: a tree where it is hashed, else the value
   * itself, or the one value of a {@code @KeyType}.
   *
   * @throws TypeRefusedException if it is to be hashed and no tree can be made of it
   */
  public @Nullable Object hole(KeyTemplate.Hole hole, @Nullable Object value) {
    return switch (hole.filter().kind()) {
      case SHA256, HMAC -> ofValue(value).tree(value);
      case NONE, FOLD, SCALE -> KeyTypes.bare(value);
    };
  }
}
