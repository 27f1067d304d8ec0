package dev.sidegate.processor.cases;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * One file of cases: small pieces of source, what is said of each, and how some are mended.
 *
 * <p>A case begins with {@code === title}; its code follows. {@code --- error 1} begins a message
 * that is said of the code's first line, {@code +++ mended} the code as it should be.
 *
 * @param name the file's name without its ending
 * @param head lines before the first case; {@code options} and {@code suppress} may be set there
 * @param cases the cases in order
 */
record Family(String name, List<String> head, List<Case> cases) {

  /**
   * One case.
   *
   * @param title what it shows
   * @param code members of a class
   * @param said what has to be said of it, in order of lines
   * @param mended the members mended; empty if that is not shown
   */
  record Case(String title, List<String> code, List<Said> said, List<String> mended) {

    Case saying(List<Said> instead) {
      return new Case(title, code, instead, mended);
    }
  }

  /**
   * A message.
   *
   * @param kind error or warning
   * @param line its line in the case's code, from 1
   * @param text all of it
   */
  record Said(String kind, int line, String text) {

    String code() {
      return text.startsWith("[SG") ? text.substring(1, 6) : "";
    }
  }

  static List<Family> all(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.toString().endsWith(".txt"))
          .sorted()
          .map(Family::read)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<String> options() {
    return setting("options");
  }

  /** The warnings that every case silences, because it is about something else. */
  List<String> suppressed() {
    return setting("suppress");
  }

  private List<String> setting(String name) {
    return head.stream()
        .filter(line -> line.startsWith(name + " = "))
        .flatMap(line -> Stream.of(line.substring(name.length() + 3).split(" ", -1)))
        .toList();
  }

  static Family read(Path file) {
    String text;
    try {
      text = Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String[] parts = text.split("(?m)^(?==== )", -1);
    List<Case> cases = new ArrayList<>();
    for (int i = 1; i < parts.length; i++) {
      cases.add(readCase(parts[i]));
    }
    String name = file.getFileName().toString();
    return new Family(
        name.substring(0, name.length() - ".txt".length()), parts[0].lines().toList(), cases);
  }

  private static Case readCase(String text) {
    String[] sections = text.split("(?m)^(?=--- |\\+\\+\\+ )", -1);
    List<Said> said = new ArrayList<>();
    List<String> mended = List.of();
    for (int i = 1; i < sections.length; i++) {
      List<String> lines = sections[i].lines().toList();
      List<String> body = lines(lines.subList(1, lines.size()));
      if (lines.get(0).equals("+++ mended")) {
        mended = body;
      } else {
        String[] head = lines.get(0).split(" ", -1);
        said.add(new Said(head[1], Integer.parseInt(head[2]), String.join("\n", body)));
      }
    }
    List<String> lines = sections[0].lines().toList();
    return new Case(
        lines.get(0).substring("=== ".length()),
        lines(lines.subList(1, lines.size())),
        said,
        mended);
  }

  /** The file as text. */
  String text() {
    StringBuilder text = new StringBuilder();
    head.forEach(line -> text.append(line).append('\n'));
    for (Case one : cases) {
      text.append("=== ").append(one.title()).append('\n');
      lines(one.code()).forEach(line -> text.append(line).append('\n'));
      for (Said said : one.said()) {
        text.append(String.format(Locale.ROOT, "--- %s %d%n", said.kind(), said.line()));
        text.append(said.text()).append('\n');
      }
      if (!one.mended().isEmpty()) {
        text.append("+++ mended\n");
        lines(one.mended()).forEach(line -> text.append(line).append('\n'));
      }
      text.append('\n');
    }
    return text.toString().stripTrailing() + "\n";
  }

  /** Lines without empty ones at the end. */
  static List<String> lines(List<String> lines) {
    int end = lines.size();
    while (end > 0 && lines.get(end - 1).isBlank()) {
      end--;
    }
    return lines.subList(0, end);
  }
}
