package dev.sidegate.engine.payload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoredFormTest {

  @Test
  void everyKindOfNodeComesBackAsItWas() {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("z", null);
    tree.put("#a", "#text");
    tree.put("numbers", List.of(1L, Long.MIN_VALUE, BigInteger.ONE, new BigDecimal("1.10"), -0.0));
    tree.put("nan", Double.NaN);
    tree.put("exponent", new BigDecimal("1E+50000000"));
    tree.put("instant", Instant.parse("2026-11-30T14:00:00.000000001Z"));
    tree.put("offset", OffsetDateTime.parse("2026-11-30T15:00:00+01:00"));
    tree.put("overlap", ZonedDateTime.parse("2026-10-25T02:30:00+01:00[Europe/Berlin]"));
    tree.put("far", Instant.MAX);
    tree.put("list", Arrays.asList(null, true, "\ud83d\ude00\u0000\u2028\"\\"));
    tree.put("set", new LinkedHashSet<>(Arrays.asList("b", null, "a")));
    tree.put("tags", List.of(Map.entry("is:Circle", Map.of()), Map.entry("free-text", "x")));
    tree.put("secret", Map.entry("sensitive", List.of(1L)));

    assertThat(read(StoredForm.write(Tree.of(tree)))).isEqualTo(tree);
    assertThat(new String(StoredForm.write(Tree.of(tree)), StandardCharsets.UTF_8))
        .startsWith("{\"z\":null,\"##a\":\"##text\",");
  }

  @Test
  void bytesComeBackByContent() {
    assertThat(read(StoredForm.write(Tree.of(new byte[] {0, -1, 7}))))
        .isEqualTo(new byte[] {0, -1, 7});
  }

  @Test
  void scalarsStandAlone() {
    for (Object scalar : List.of("", "x", 1L, true, 1.5, List.of(), Map.of(), Set.of())) {
      assertThat(read(StoredForm.write(Tree.of(scalar)))).isEqualTo(scalar);
    }
    assertThat(read(StoredForm.write(Tree.of(null)))).isNull();
  }

  @Test
  void theDeepestTreeIsReadBack() {
    Object tree = Set.of("leaf");
    for (int i = 1; i < Tree.MAX_DEPTH; i++) {
      tree = Set.of(tree);
    }

    assertThat(read(StoredForm.write(Tree.of(tree)))).isEqualTo(tree);
  }

  @Test
  void aLongNameAndALongTextAreReadBack() {
    Object tree = Map.of("n".repeat(100_000), "v".repeat(900_000));

    assertThat(read(StoredForm.write(Tree.of(tree)))).isEqualTo(tree);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[1",
        "[1,]",
        "1 2",
        "1.5",
        "1e5",
        "NaN",
        "'a'",
        "\"#\"",
        "\"#q1\"",
        "\"#iA\"",
        "\"#fxyz\"",
        "\"#t2026\"",
        "\"#b!\"",
        "{\"#colour\":1}",
        "{\"#set\":1}",
        "{\"#is:\":1}",
        "{\"#sensitive\":null}",
        "{\"#is:A\":1,\"b\":2}",
        "{\"b\":2,\"#is:A\":1}",
        "{\"a\":1,\"a\":2}",
        "9223372036854775808",
        "\"a",
        "nul",
        "/**/1"
      })
  void brokenBytesAreRefusedWithoutShowingThem(String broken) {
    assertThatThrownBy(() -> StoredForm.read(broken.getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(UnreadableFormException.class)
        .hasMessageStartingWith("stored bytes ")
        .hasNoCause();
  }

  private static @Nullable Object read(byte[] bytes) {
    return StoredForm.read(bytes).root();
  }
}
