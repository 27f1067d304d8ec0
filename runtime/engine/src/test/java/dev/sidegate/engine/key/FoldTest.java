package dev.sidegate.engine.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.engine.property.Property;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FoldTest {

  @ParameterizedTest
  @CsvSource({
    "'  Anna\u00a0 \t Maria ', 'anna maria'",
    "'STRASSE', 'strasse'",
    "'I', 'i'",
    "'\u0130', 'i\u0307'",
    "'e\u0301', '\u00e9'",
    "'\ufb01x', 'fix'",
    "'\u0661\u0662\u0663', '123'",
    "'\uff21\uff11', 'a1'",
    "'\u2460', '1'",
    "'a\u3000b', 'a b'"
  })
  void whatPeopleTypeInSeveralWaysGetsOneForm(String typed, String folded) {
    assertThat(Fold.apply(typed)).isEqualTo(folded);
  }

  @Test
  void foldingTwiceChangesNothing() {
    IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
        .filter(c -> Character.isDefined(c) && Character.getType(c) != Character.SURROGATE)
        .mapToObj(Character::toString)
        .forEach(FoldTest::assertStable);
    new Property<String>(
            random ->
                random
                    .ints(4, 0, 0x2fff)
                    .filter(c -> Character.isDefined(c))
                    .mapToObj(Character::toString)
                    .collect(Collectors.joining()),
            text -> text.isEmpty() ? List.of() : List.of(text.substring(1)))
        .holds(1, 10_000, FoldTest::assertStable);
  }

  private static void assertStable(String text) {
    String once = Fold.apply(text);
    if (!Fold.apply(once).equals(once)) {
      throw new AssertionError(text.codePoints().mapToObj(Integer::toHexString).toList());
    }
  }
}
