package dev.sidegate.quickstart.day;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The end of the run: what the outside world counted both times, and what the model was told. */
final class Report {
  private static final String ROW = "  %-45s %6s   %s   %s";
  private static final int TEXT_WIDTH = 80;

  private final Screen screen;
  private final List<Ending> without;
  private final List<Ending> with;

  /** Both lists hold the same situations in the same order. */
  Report(Screen screen, List<Ending> without, List<Ending> with) {
    this.screen = screen;
    this.without = without;
    this.with = with;
  }

  static String label(Situation situation) {
    return "%d  %-6s  %s"
        .formatted(situation.number(), situation.tool().label(), situation.fault());
  }

  void print() {
    screen.heading("What the model was told");
    for (int i = 0; i < without.size(); i++) {
      screen.line("  " + label(without.get(i).situation()));
      told("without", without.get(i).told());
      told("with", with.get(i).told());
    }
    screen.heading("What the outside world counted");
    screen.line(ROW.formatted("", "", "without Sidegate  ", "with Sidegate"));
    screen.line(ROW.formatted("", "wished", "done  twice  lost", "done  twice  lost"));
    for (int i = 0; i < without.size(); i++) {
      row(label(without.get(i).situation()), 1, without.get(i).count(), with.get(i).count());
    }
    row("all", without.size(), total(without), total(with));
  }

  /** Whether the run shows what it is meant to show; says so. */
  boolean verdict() {
    screen.line("");
    if (!total(with).asWished()) {
      screen.line("  " + screen.bad("With Sidegate something happened twice or was lost."));
      return false;
    }
    if (total(without).twice() == 0) {
      screen.line(
          "  " + screen.bad("Nothing went wrong without Sidegate: this run proves nothing."));
      return false;
    }
    screen.line("  " + screen.good("With Sidegate nothing happened twice, and nothing was lost."));
    return true;
  }

  private static Count total(List<Ending> endings) {
    return endings.stream().map(Ending::count).reduce(Count.NOTHING, Count::plus);
  }

  private void row(String label, int wished, Count left, Count right) {
    screen.line(ROW.formatted(label, wished, cells(left), cells(right)));
  }

  private String cells(Count count) {
    return "%4d  %s  %s".formatted(count.done(), cell(count.twice(), 5), cell(count.lost(), 4));
  }

  private String cell(int wrong, int width) {
    String text = String.format("%" + width + "d", wrong);
    return wrong == 0 ? screen.good(text) : screen.bad(text);
  }

  /** What differs only in numbers and ids is said once. */
  private void told(String when, List<String> texts) {
    Map<String, List<String>> alike = new LinkedHashMap<>();
    for (String text : texts) {
      alike
          .computeIfAbsent(text.replaceAll("\\S*\\d\\S*", "#"), shape -> new ArrayList<>())
          .add(text);
    }
    String column = when;
    for (List<String> group : alike.values()) {
      String times = group.size() == 1 ? "" : "  (" + group.size() + " times)";
      for (String line : wrapped(group.get(0) + times)) {
        screen.line("     " + screen.dim("%-9s".formatted(column)) + line);
        column = "";
      }
    }
  }

  private static List<String> wrapped(String text) {
    List<String> lines = new ArrayList<>();
    String rest = text.replace('\n', ' ');
    while (rest.length() > TEXT_WIDTH) {
      int space = rest.lastIndexOf(' ', TEXT_WIDTH);
      int cut = space > 0 ? space : TEXT_WIDTH;
      lines.add(rest.substring(0, cut));
      rest = rest.substring(cut).strip();
    }
    lines.add(rest);
    return lines;
  }
}
