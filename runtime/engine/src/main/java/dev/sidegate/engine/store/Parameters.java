package dev.sidegate.engine.store;

import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Binds the named parameters of one {@link SqlText} to one prepared statement. */
final class Parameters {
  private final SqlText text;
  private final PreparedStatement statement;
  private final List<String> unbound;

  Parameters(SqlText text, PreparedStatement statement) {
    this.text = text;
    this.statement = statement;
    this.unbound = new ArrayList<>(text.names());
  }

  Parameters text(String name, @Nullable String value) throws SQLException {
    return each(name, index -> statement.setString(index, storable(value)));
  }

  Parameters object(String name, @Nullable Object value) throws SQLException {
    return each(name, index -> statement.setObject(index, value));
  }

  <T> Parameters texts(String name, List<T> rows, Function<T, @Nullable String> column)
      throws SQLException {
    @Nullable String[] values = new String[rows.size()];
    for (int row = 0; row < values.length; row++) {
      values[row] = storable(column.apply(rows.get(row)));
    }
    return array(name, "text", values);
  }

  <T> Parameters uuids(String name, List<T> rows, Function<T, UUID> column) throws SQLException {
    Object[] values = new Object[rows.size()];
    for (int row = 0; row < values.length; row++) {
      values[row] = column.apply(rows.get(row));
    }
    return array(name, "uuid", values);
  }

  <T> Parameters bytes(String name, List<T> rows, Function<T, byte @Nullable []> column)
      throws SQLException {
    byte[][] values = new byte[rows.size()][];
    for (int row = 0; row < values.length; row++) {
      values[row] = column.apply(rows.get(row));
    }
    return array(name, "bytea", values);
  }

  <T> Parameters integers(String name, List<T> rows, ToIntFunction<T> column) throws SQLException {
    Integer[] values = new Integer[rows.size()];
    for (int row = 0; row < values.length; row++) {
      values[row] = column.applyAsInt(rows.get(row));
    }
    return array(name, "int4", values);
  }

  <T> Parameters longs(String name, List<T> rows, ToLongFunction<T> column) throws SQLException {
    Long[] values = new Long[rows.size()];
    for (int row = 0; row < values.length; row++) {
      values[row] = column.applyAsLong(rows.get(row));
    }
    return array(name, "int8", values);
  }

  <T> Parameters nullableLongs(String name, List<T> rows, Function<T, @Nullable Long> column)
      throws SQLException {
    @Nullable Long[] values = new Long[rows.size()];
    for (int row = 0; row < values.length; row++) {
      values[row] = column.apply(rows.get(row));
    }
    return array(name, "int8", values);
  }

  <T> Parameters booleans(String name, List<T> rows, Predicate<T> column) throws SQLException {
    Boolean[] values = new Boolean[rows.size()];
    for (int row = 0; row < values.length; row++) {
      values[row] = column.test(rows.get(row));
    }
    return array(name, "bool", values);
  }

  <T> Parameters times(String name, List<T> rows, Function<T, @Nullable Instant> column)
      throws SQLException {
    @Nullable String[] values = new String[rows.size()];
    for (int row = 0; row < values.length; row++) {
      Instant time = column.apply(rows.get(row));
      values[row] = time == null ? null : time.toString();
    }
    return array(name, "timestamptz", values);
  }

  /** Fails if a parameter was forgotten: the driver's own message would only give its number. */
  PreparedStatement complete() {
    if (!unbound.isEmpty()) {
      throw new IllegalStateException("parameters without a value: " + unbound);
    }
    return statement;
  }

  private Parameters array(String name, String type, @Nullable Object[] values)
      throws SQLException {
    Array array = statement.getConnection().createArrayOf(type, values);
    return each(name, index -> statement.setArray(index, array));
  }

  private Parameters each(String name, Setter setter) throws SQLException {
    if (!unbound.removeIf(name::equals)) {
      throw new IllegalArgumentException("no parameter " + name + " left to bind");
    }
    for (int index = 0; index < text.names().size(); index++) {
      if (text.names().get(index).equals(name)) {
        setter.set(index + 1);
      }
    }
    return this;
  }

  /** PostgreSQL's text holds no NUL and no lone surrogate; a foreign message may. */
  private static @Nullable String storable(@Nullable String value) {
    if (value == null) {
      return null;
    }
    for (int i = 0; i < value.length(); i++) {
      if (value.charAt(i) == 0 || Character.isSurrogate(value.charAt(i))) {
        return replaced(value);
      }
    }
    return value;
  }

  private static String replaced(String value) {
    StringBuilder clean = new StringBuilder(value.length());
    value
        .codePoints()
        .map(point -> point == 0 || isLoneSurrogate(point) ? 0xFFFD : point)
        .forEach(clean::appendCodePoint);
    return clean.toString();
  }

  private static boolean isLoneSurrogate(int point) {
    return point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
  }

  @FunctionalInterface
  private interface Setter {
    void set(int index) throws SQLException;
  }
}
