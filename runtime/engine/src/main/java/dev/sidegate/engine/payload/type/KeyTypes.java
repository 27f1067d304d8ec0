package dev.sidegate.engine.payload.type;

import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Types marked {@code @KeyType}, which stand in a key as their one value. */
final class KeyTypes {
  private KeyTypes() {}

  /** The one value of a marked type; any other value as it is. */
  static @Nullable Object bare(@Nullable Object value) {
    if (value == null || !Members.isMarked(List.of(value.getClass()), "KeyType")) {
      return value;
    }
    Class<?> type = value.getClass();
    Method reader = type.isRecord() ? component(type) : getter(type);
    Access.open(reader, type.getName());
    return Access.read(reader, value);
  }

  private static Method component(Class<?> type) {
    RecordComponent[] components = type.getRecordComponents();
    if (components.length != 1) {
      throw refused(type, "has " + components.length + " components, and stands for one value");
    }
    return components[0].getAccessor();
  }

  private static Method getter(Class<?> type) {
    List<Method> getters = new Members(type).getters();
    if (getters.size() != 1) {
      throw refused(type, "has " + getters.size() + " getters, and stands for one value");
    }
    return getters.get(0);
  }

  private static TypeRefusedException refused(Class<?> type, String reason) {
    return new TypeRefusedException(type.getName(), reason, "make it a record of one component");
  }
}
