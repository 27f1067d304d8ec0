package dev.sidegate.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sidegate.key.KeyTemplate.Hole;
import dev.sidegate.key.KeyTemplate.Literal;
import dev.sidegate.key.KeyTemplate.Part;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The rule of the grammar, tried: under a template that the parser takes, two different lists of
 * values never give one key; under one that it refuses for its separator, some do. Values are
 * written here as the grammar says, in the plainest way.
 */
class KeyInjectivityTest {
  private static final long SEED = 20261130L;
  private static final int TEMPLATES = 400;
  private static final int LISTS_EACH = 3_000;

  /** What values like to confuse: separators, escapes, the mark of absence, neighbours. */
  private static final String[] PIECES = {
    "a", "b", "v", "1", "12", "3", "r", ":", "/", "-", ".", "_", "~", "%", "%3A", "!", "#", "{",
    "}", " ", "+", "é", "e\u0301", "😀", "null"
  };

  private static final String[] LITERALS = {
    ":", ":r", "/", "a:", ":1", "::", "-:-", "=", "a/b", "+"
  };

  @Test
  void twoListsOfValuesNeverGiveOneKey() {
    Random random = new Random(SEED);
    long pairs = 0;
    for (int t = 0; t < TEMPLATES; t++) {
      KeyTemplate template = template(random);
      Map<String, List<@Nullable String>> seen = new HashMap<>();
      for (int i = 0; i < LISTS_EACH; i++) {
        List<@Nullable String> values = values(random, template.holes().size());
        pairs += seen.size();
        List<@Nullable String> other = seen.putIfAbsent(key(template, values), values);
        if (other != null) {
          assertThat(values).as("seed %d, %s", SEED, template.text()).isEqualTo(other);
        }
      }
    }
    assertThat(pairs).as("pairs of lists").isGreaterThan(1_000_000);
  }

  /** Each separator that the parser refuses would let two lists give one key. */
  @Test
  void everyRefusedSeparatorWouldCollide() {
    for (String separator : List.of("-", ".", "_", "~", "a", "1", "v1.", "-a-")) {
      assertThatThrownBy(() -> KeyTemplate.parse("x:{a}" + separator + "{b}"))
          .isInstanceOf(KeyTemplateException.class);

      String one = encoded("p" + separator + "q") + separator + encoded("r");
      String two = encoded("p") + separator + encoded("q" + separator + "r");

      assertThat(one).as(separator).isEqualTo(two);
    }
  }

  private static KeyTemplate template(Random random) {
    int holes = 1 + random.nextInt(4);
    StringBuilder text = new StringBuilder(random.nextBoolean() ? "x:" : "");
    for (int i = 0; i < holes; i++) {
      text.append(i == 0 ? "" : LITERALS[random.nextInt(LITERALS.length)]);
      text.append("{v").append(i).append(random.nextBoolean() ? "?}" : "}");
    }
    return KeyTemplate.parse(text.append(random.nextBoolean() ? ":end" : "").toString());
  }

  private static List<@Nullable String> values(Random random, int count) {
    @Nullable String[] values = new @Nullable String[count];
    for (int i = 0; i < count; i++) {
      values[i] = random.nextInt(12) == 0 ? null : text(random);
    }
    return Arrays.asList(values);
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    int pieces = 1 + random.nextInt(3);
    for (int i = 0; i < pieces; i++) {
      text.append(PIECES[random.nextInt(PIECES.length)]);
    }
    return text.toString();
  }

  private static String key(KeyTemplate template, List<@Nullable String> values) {
    StringBuilder key = new StringBuilder();
    int next = 0;
    for (Part part : template.parts()) {
      if (part instanceof Literal literal) {
        key.append(literal.text());
      } else if (part instanceof Hole) {
        String value = values.get(next++);
        key.append(value == null ? KeyTemplate.ABSENT : encoded(value));
      }
    }
    return key.toString();
  }

  private static String encoded(String value) {
    List<String> signs = new ArrayList<>();
    for (byte b : value.getBytes(StandardCharsets.UTF_8)) {
      boolean plain = b > 0 && KeyTemplate.isValueCharacter(b);
      signs.add(plain ? Character.toString(b) : String.format(Locale.ROOT, "%%%02X", b));
    }
    return String.join("", signs);
  }
}
