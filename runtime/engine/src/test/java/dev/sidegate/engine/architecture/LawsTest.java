package dev.sidegate.engine.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** CONTRIBUTING.md lists the laws with the tests that guard them; those tests exist. */
class LawsTest {
  private static final int LAWS = 16;
  private static final Pattern ROW = Pattern.compile("(?m)^\\| (\\d+) \\|(.*)$");
  private static final Pattern NAMED = Pattern.compile("`(\\w+(?:Test|IT))\\.(\\w+)`");
  private static final String NOT_YET = "not yet";

  @Test
  void everyLawStandsThereWithATestOrWithAWordWhyNot() {
    Map<Integer, String> rows = rows();
    assertThat(rows.keySet())
        .containsExactlyElementsOf(IntStream.rangeClosed(1, LAWS).boxed().toList());
    assertThat(rows)
        .allSatisfy(
            (law, row) ->
                assertThat(NAMED.matcher(row).find() || row.contains(NOT_YET))
                    .as("law %d names a test, or says \"%s\"", law, NOT_YET)
                    .isTrue());
  }

  @Test
  void everyTestThatIsNamedThereExists() {
    List<String> missing = new ArrayList<>();
    for (MatchResult named : NAMED.matcher(String.join("\n", rows().values())).results().toList()) {
      if (!exists(named.group(1), named.group(2))) {
        missing.add(named.group(1) + "." + named.group(2));
      }
    }
    assertThat(missing).as("tests named in CONTRIBUTING.md that do not exist").isEmpty();
  }

  private static boolean exists(String type, String method) {
    return Repository.javaSources().stream()
        .filter(source -> source.endsWith(Path.of(type + ".java")))
        .anyMatch(source -> Repository.read(source).contains("void " + method + "("));
  }

  private static Map<Integer, String> rows() {
    String page = Repository.read("CONTRIBUTING.md");
    int begin = page.indexOf("## The laws");
    assertThat(begin).as("a chapter \"The laws\"").isNotNegative();
    int end = page.indexOf("\n## ", begin + 1);
    String chapter = end < 0 ? page.substring(begin) : page.substring(begin, end);
    Map<Integer, String> rows = new TreeMap<>();
    Matcher row = ROW.matcher(chapter);
    while (row.find()) {
      rows.put(Integer.valueOf(row.group(1)), row.group(2));
    }
    return rows;
  }
}
