package dev.sidegate.quickstart.day;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The end of the run: what the outside world counted both times, and what the model was told. */
final class Report {
  private static final String ROW = "%-46s %6s   %s   %s";
  private static final String RECEIPT = "(re|tk)_\\d+";
  private static final int TEXT_WIDTH = 78;

  private final Screen screen;
  private final List<Ending> without;
  private final List<Ending> with;
  private final Set<String> said = new HashSet<>();

  /** Both lists hold the same situations in the same order. */
  Report(Screen screen, List<Ending> without, List<Ending> with) {
    this.screen = screen;
    this.without = without;
    this.with = with;
  }

  static String label(Situation situation) {
    return "%d  %-7s  %s"
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
    table(screen).forEach(line -> screen.line("  " + line));
  }

  /** The table, in the colours of a screen. */
  List<String> table(Screen colours) {
    List<String> lines = new ArrayList<>();
    lines.add(ROW.formatted("", "", "without Sidegate  ", "with Sidegate"));
    lines.add(ROW.formatted("", "wished", "done  extra  lost", "done  extra  lost"));
    for (int i = 0; i < without.size(); i++) {
      String label = label(without.get(i).situation());
      int wished = without.get(i).situation().wished();
      lines.add(row(label, wished, without.get(i).count(), with.get(i).count(), colours));
    }
    lines.add(row("all", wished(), total(without), total(with), colours));
    return lines;
  }

  /** Whether the run shows what it is meant to show; says so. */
  boolean verdict() {
    screen.line("");
    if (!total(with).asWished()) {
      screen.line(
          "  "
              + screen.bad(
                  "With Sidegate something happened that nobody wished for, or was lost."));
      return false;
    }
    if (total(without).extra() == 0) {
      screen.line(
          "  " + screen.bad("Nothing went wrong without Sidegate: this run proves nothing."));
      return false;
    }
    screen.line(
        "  "
            + screen.good(
                "With Sidegate nothing happened twice or without its yes, and nothing was lost."));
    return true;
  }

  private int wished() {
    return without.stream().mapToInt(ending -> ending.situation().wished()).sum();
  }

  private static Count total(List<Ending> endings) {
    return endings.stream().map(Ending::count).reduce(Count.NOTHING, Count::plus);
  }

  private static String row(String label, int wished, Count left, Count right, Screen colours) {
    return ROW.formatted(label, wished, cells(left, colours), cells(right, colours));
  }

  private static String cells(Count count, Screen colours) {
    return "%4d  %s  %s"
        .formatted(
            count.done(),
            colours.verdict(count.extra() == 0, "%5d".formatted(count.extra())),
            colours.verdict(count.lost() == 0, "%4d".formatted(count.lost())));
  }

  /** Answers that differ only in a receipt are said once; a long one in full the first time. */
  private void told(String when, List<String> texts) {
    Map<String, List<String>> alike = new LinkedHashMap<>();
    for (String text : texts) {
      alike.computeIfAbsent(text.replaceAll(RECEIPT, ""), words -> new ArrayList<>()).add(text);
    }
    String column = when;
    for (List<String> group : alike.values()) {
      String times = group.size() + " ×";
      for (String line : wrapped(once(group))) {
        screen.line("     %s%5s  %s".formatted(screen.dim("%-7s".formatted(column)), times, line));
        column = "";
        times = "";
      }
    }
  }

  private String once(List<String> group) {
    String text = group.get(0);
    if (group.stream().distinct().count() > 1) {
      return text + " (another one each time)";
    }
    return said.add(text) ? text : Screen.firstSentence(text);
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
