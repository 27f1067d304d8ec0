package dev.sidegate.operator;

import java.util.ArrayList;
import java.util.List;

/** Columns that line up, two blanks apart, without lines between them. */
public final class Table {
  private final List<List<String>> rows = new ArrayList<>();

  /** Begins with the headings. */
  public Table(String... headings) {
    rows.add(List.of(headings));
  }

  /** Adds a row with a cell for each heading. */
  public Table row(String... cells) {
    if (cells.length != rows.get(0).size()) {
      throw new IllegalArgumentException("a row has as many cells as there are headings");
    }
    rows.add(List.of(cells));
    return this;
  }

  /** The heading first, then the rows. */
  public List<String> lines() {
    int[] widths = new int[rows.get(0).size()];
    for (List<String> row : rows) {
      for (int column = 0; column < widths.length; column++) {
        widths[column] = Math.max(widths[column], width(row.get(column)));
      }
    }
    return rows.stream().map(row -> line(row, widths)).toList();
  }

  private static String line(List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < widths.length; column++) {
      String cell = row.get(column);
      line.append(cell).append(" ".repeat(widths[column] - width(cell) + 2));
    }
    return line.toString().stripTrailing();
  }

  private static int width(String cell) {
    return cell.codePointCount(0, cell.length());
  }
}
