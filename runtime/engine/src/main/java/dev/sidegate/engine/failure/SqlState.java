package dev.sidegate.engine.failure;

import java.lang.reflect.InvocationTargetException;

/** The SQLState of a {@code java.sql.SQLException}; only the store speaks JDBC, so by its name. */
final class SqlState {
  private static final String SQL_EXCEPTION = "java.sql.SQLException";

  private SqlState() {}

  /** Empty if it has none. */
  static String of(Throwable thrown) {
    for (Class<?> type = thrown.getClass(); type != null; type = type.getSuperclass()) {
      if (type.getName().equals(SQL_EXCEPTION)) {
        return read(type, thrown);
      }
    }
    return "";
  }

  private static String read(Class<?> type, Throwable thrown) {
    try {
      Object state = type.getMethod("getSQLState").invoke(thrown);
      return state == null ? "" : state.toString();
    } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException none) {
      return "";
    }
  }
}
