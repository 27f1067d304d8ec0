package dev.sidegate.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One of the engine's statements, for one row. */
final class StatementText {
  private static final Pattern PARAMETER = Pattern.compile(":([a-z_]+)::([a-z]+)\\[\\]");

  private record Parameter(String name, String type) {}

  private final String sql;
  private final List<Parameter> parameters = new ArrayList<>();

  private StatementText(String text) {
    Matcher matcher = PARAMETER.matcher(text);
    while (matcher.find()) {
      parameters.add(new Parameter(matcher.group(1), matcher.group(2)));
    }
    sql = matcher.replaceAll("?::$2[]");
  }

  static StatementText ofEngine(String resource) {
    try (InputStream text =
        StatementText.class.getResourceAsStream("/dev/sidegate/engine/store/" + resource)) {
      if (text == null) {
        throw new IllegalStateException("the engine has no " + resource);
      }
      return new StatementText(
          new String(text.readAllBytes(), StandardCharsets.UTF_8).replaceAll("(?m)--.*$", ""));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Binds one row; a value that is not named is null. */
  PreparedStatement prepare(Connection connection, Map<String, Object> values) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    for (int index = 0; index < parameters.size(); index++) {
      Parameter parameter = parameters.get(index);
      @Nullable Object[] row = rowOf(parameter.type(), values.get(parameter.name()));
      Array array = connection.createArrayOf(parameter.type(), row);
      statement.setArray(index + 1, array);
    }
    return statement;
  }

  private static @Nullable Object[] rowOf(String type, @Nullable Object value) {
    return type.equals("bytea") ? new byte[][] {(byte[]) value} : new Object[] {value};
  }
}
