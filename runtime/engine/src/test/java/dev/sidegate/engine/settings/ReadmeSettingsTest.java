package dev.sidegate.engine.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.engine.architecture.Repository;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** README.md lists every setting, and no other. */
class ReadmeSettingsTest {
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `(sidegate\\.[^`]+)` \\|");

  @Test
  void itsTableNamesEverySettingAndNoOther() {
    List<String> listed =
        ROW.matcher(Repository.read("README.md"))
            .results()
            .map((MatchResult row) -> row.group(1))
            .toList();

    assertThat(listed)
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(
                    SettingNames.GLOBAL.stream().map(name -> "sidegate." + name),
                    SettingNames.OF_EFFECT.stream()
                        .map(name -> "sidegate.effects.<effect>." + name),
                    SettingNames.OF_PROVIDER.stream()
                        .map(name -> "sidegate.providers.<name>." + name))
                .flatMap(names -> names)
                .toList());
  }
}
