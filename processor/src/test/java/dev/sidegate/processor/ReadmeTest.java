package dev.sidegate.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What README.md shows is what the processor does. */
class ReadmeTest {
  private static final Pattern CODE = Pattern.compile("(?s)```java\n(.*?)```");
  private static final Pattern SAID = Pattern.compile("(?s)```text\nerror: (.*?)```");

  @TempDir Path directory;

  @Test
  void itsGuardedMethodsCompileWithoutAWarning() {
    Sources examples = Sources.none();
    for (String example : guarded()) {
      examples = examples.with(example);
    }
    Build.Result result =
        Build.withJavac(directory).option("-Xlint:all", "-Werror").compile(examples);

    assertThat(result.success()).as(result.everythingSaid()).isTrue();
    assertThat(result.generatedFiles())
        .containsOnlyKeys("shop/Sidegate_Refunds.java", "shop/Sidegate_Apologies.java");
  }

  @Test
  void itsBadKeyFailsWithTheMessageThatItShows() {
    String broken = example().replace("{order.id}", "{order.nr}");

    Build.Result result = Build.withJavac(directory).compile(Sources.none().with(broken));

    assertThat(result.success()).isFalse();
    assertThat(lines(result.errors().get(0).message())).isEqualTo(lines(first(SAID)));
  }

  private static String example() {
    return first(CODE);
  }

  private static List<String> guarded() {
    return CODE.matcher(Build.read(readme()))
        .results()
        .map(found -> found.group(1))
        .filter(code -> code.contains("@SideEffect"))
        .toList();
  }

  private static String first(Pattern pattern) {
    Matcher matcher = pattern.matcher(Build.read(readme()));
    assertThat(matcher.find()).as("%s in README.md", pattern).isTrue();
    return matcher.group(1);
  }

  private static Path readme() {
    Path folder = Path.of("").toAbsolutePath();
    return Files.exists(folder.resolve("LICENSE"))
        ? folder.resolve("README.md")
        : folder.resolveSibling("README.md");
  }

  private static String lines(String text) {
    return text.lines().map(String::strip).filter(line -> !line.isEmpty()).toList().toString();
  }
}
