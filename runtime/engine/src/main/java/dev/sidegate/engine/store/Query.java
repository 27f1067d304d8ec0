package dev.sidegate.engine.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** One statement that reads rows into values. */
final class Query<R> {
  private final SqlText text;
  private final Row<R> row;

  Query(String name, Row<R> row) {
    this.text = SqlText.named(name);
    this.row = row;
  }

  List<R> run(Connection connection, Binding binding) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(text.jdbc())) {
      Parameters parameters = new Parameters(text, statement);
      binding.bind(parameters);
      List<R> values = new ArrayList<>();
      try (ResultSet rows = parameters.complete().executeQuery()) {
        while (rows.next()) {
          values.add(row.read(rows));
        }
      }
      return values;
    }
  }

  /** Reads the row that a result stands on. */
  @FunctionalInterface
  interface Row<R> {
    R read(ResultSet row) throws SQLException;
  }

  /** Gives the parameters their values. */
  @FunctionalInterface
  interface Binding {
    void bind(Parameters parameters) throws SQLException;
  }
}
