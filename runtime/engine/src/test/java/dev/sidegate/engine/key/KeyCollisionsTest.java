package dev.sidegate.engine.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.sidegate.engine.property.Property;
import dev.sidegate.key.KeyTemplate;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Two different wishes must never share a key: the second would get the first one's answer. */
class KeyCollisionsTest {
  private static final KeyWriter WRITER = new KeyWriter(Digests.withoutSecret());

  private static final List<@Nullable String> TEXTS =
      Arrays.asList(
          null,
          "a",
          "b",
          "c",
          "a:b",
          "b:c",
          ":",
          "::",
          "%",
          "%3A",
          "%3a",
          "%253A",
          "!",
          "!!",
          "null",
          "?",
          "{",
          "}",
          "#",
          "/",
          "a/b",
          "v",
          ":v",
          "v1",
          "1",
          "2",
          "3",
          "12",
          "23",
          "123",
          "true",
          "-",
          "--",
          "a-b",
          "_",
          ".",
          "..",
          "~",
          "\u00e9",
          "I",
          "i",
          "\u0130",
          "\u0131",
          "\ud83d\ude00",
          "A",
          "a b",
          "+",
          "a+b",
          "&",
          "=",
          "x".repeat(300),
          "x".repeat(301));

  @Test
  void noTwoPairsOfTextsHaveOneKey() {
    for (String template : List.of("k:{a?}:{b?}", "{a?}/{b?}", "k:{a?}:v{b?}", "k{a?}-:-{b?}k")) {
      int written = allDifferent(KeyTemplate.parse(template));
      assertThat((long) written * (written - 1) / 2).as("pairs").isGreaterThan(1_000_000);
    }
  }

  @Test
  void noTwoRandomListsHaveOneKey() {
    KeyTemplate template = KeyTemplate.parse("k:{a?}:{b?}/{c?|fold}:{d?|sha256}");
    Map<String, List<@Nullable String>> keys = new HashMap<>();
    new Property<>(KeyCollisionsTest::four, KeyCollisionsTest::simpler)
        .holds(
            1,
            15_000,
            values -> {
              List<@Nullable String> wish = folded(values);
              List<@Nullable String> other = keys.putIfAbsent(write(template, values), wish);
              assertThat(other == null || other.equals(wish)).as("%s", other).isTrue();
            });
    assertThat(keys.size()).isGreaterThan(10_000);
  }

  @Test
  void theKnownCollisionsOfOthersAreNone() {
    KeyTemplate two = KeyTemplate.parse("k:{a}:{b}");
    different(write(two, List.of("a:b", "c")), write(two, List.of("a", "b:c")));
    different(write(two, List.of("1", "23")), write(two, List.of("12", "3")));
    different(write(two, List.of("%3A", "x")), write(two, List.of(":", "x")));
    KeyTemplate absent = KeyTemplate.parse("k:{a?}");
    different(write(absent, Arrays.asList((Object) null)), write(absent, List.of("null")));
    different(write(absent, Arrays.asList((Object) null)), write(absent, List.of("!")));
    KeyTemplate amount = KeyTemplate.parse("k:{a|scale2}");
    assertThat(write(amount, List.of(new BigDecimal("1.10"))))
        .isEqualTo(write(amount, List.of(new BigDecimal("1.1"))));
    KeyTemplate hashed = KeyTemplate.parse("k:{a|sha256}");
    different(write(hashed, List.of("1")), write(hashed, List.of(1)));
    different(write(hashed, List.of("true")), write(hashed, List.of(true)));
    different(write(hashed, List.of(0.0)), write(hashed, List.of(-0.0)));
    different(write(hashed, List.of("\u00e9")), write(hashed, List.of("e\u0301")));
    KeyTemplate one = KeyTemplate.parse("k:{a}");
    different(
        write(one, List.of("x".repeat(255) + "a")), write(one, List.of("x".repeat(255) + "b")));
  }

  private static int allDifferent(KeyTemplate template) {
    Map<String, List<@Nullable String>> keys = new HashMap<>();
    for (String a : TEXTS) {
      for (String b : TEXTS) {
        List<@Nullable String> values = Arrays.asList(a, b);
        List<@Nullable String> other = keys.putIfAbsent(write(template, values), values);
        if (other != null) {
          fail("%s: %s and %s", template.text(), values, other);
        }
      }
    }
    return keys.size();
  }

  private static List<@Nullable String> four(Random random) {
    List<@Nullable String> values = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      values.add(TEXTS.get(random.nextInt(TEXTS.size())));
    }
    return values;
  }

  private static List<List<@Nullable String>> simpler(List<@Nullable String> values) {
    List<List<@Nullable String>> simpler = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      if (!"a".equals(values.get(i))) {
        List<@Nullable String> copy = new ArrayList<>(values);
        copy.set(i, "a");
        simpler.add(copy);
      }
    }
    return simpler;
  }

  /** The third hole folds, so what it folds together is one wish. */
  private static List<@Nullable String> folded(List<@Nullable String> values) {
    List<@Nullable String> wish = new ArrayList<>(values);
    String third = wish.get(2);
    wish.set(2, third == null ? null : Fold.apply(third));
    return wish;
  }

  private static String write(KeyTemplate template, List<? extends @Nullable Object> values) {
    return WRITER.write(template, values.toArray(), KeyScope.NONE);
  }

  private static void different(String one, String two) {
    assertThat(one).isNotEqualTo(two);
  }
}
