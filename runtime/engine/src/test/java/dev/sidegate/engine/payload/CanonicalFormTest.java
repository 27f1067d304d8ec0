package dev.sidegate.engine.payload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sidegate.engine.secret.HmacSecret;
import dev.sidegate.engine.secret.MissingSecretException;
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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CanonicalFormTest {
  private static final HmacSecret SECRET = HmacSecret.of(new byte[32]);
  private static final HmacSecret OTHER_SECRET =
      HmacSecret.of("other".repeat(8).getBytes(StandardCharsets.US_ASCII));

  @Test
  void theOrderOfMapsAndSetsMakesNoDifference() {
    Map<String, Object> one = new LinkedHashMap<>();
    one.put("b", new LinkedHashSet<>(List.of("x", 10, 9)));
    one.put("a", null);
    Map<String, Object> two = new LinkedHashMap<>();
    two.put("a", null);
    two.put("b", new LinkedHashSet<>(List.of(9, "x", 10)));

    assertThat(text(one))
        .isEqualTo(text(two))
        .isEqualTo("{\"a\":null,\"b\":{\"#set\":[\"x\",10,9]}}");
  }

  @Test
  void keysAreSortedAsRfc8785Says() {
    // By UTF-16: the emoji's surrogate 0xd83d comes before 0xfb33, by code point it would not.
    assertThat(
            text(Map.of("\ufb33", 1, "\ud83d\ude00", 2, "\u20ac", 3, "\r", 4, "1", 5, "\u0080", 6)))
        .isEqualTo("{\"\\r\":4,\"1\":5,\"\u0080\":6,\"\u20ac\":3,\"\ud83d\ude00\":2,\"\ufb33\":1}");
  }

  @Test
  void stringsAreEscapedAsRfc8785Says() {
    assertThat(text("\u20ac$\u000f\nA'B\"\\\\\"/\u2028\u007f"))
        .isEqualTo("\"\u20ac$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\u2028\u007f\"");
  }

  @Test
  void integersAreOneWhateverTheirWidthAndExactBeyondADouble() {
    assertThat(text(5)).isEqualTo(text(BigInteger.valueOf(5))).isEqualTo("5");
    assertThat(text(9007199254740992L)).isEqualTo("9007199254740992");
    assertThat(text(9007199254740993L))
        .isEqualTo(text(new BigInteger("9007199254740993")))
        .isEqualTo("\"#i9007199254740993\"");
    assertThat(text(Long.MIN_VALUE)).isEqualTo("\"#i-9223372036854775808\"");
  }

  @Test
  void trailingZerosOfADecimalMakeNoDifference() {
    assertThat(text(new BigDecimal("1.10")))
        .isEqualTo(text(new BigDecimal("1.1")))
        .isEqualTo("\"#d1.1\"");
    assertThat(text(new BigDecimal("0E+7"))).isEqualTo("\"#d0\"");
    assertThat(text(new BigDecimal("100"))).isEqualTo("\"#d1E+2\"");
  }

  @Test
  void aDecimalWithAHugeExponentStaysShort() {
    assertThat(text(new BigDecimal("1E+50000000"))).isEqualTo("\"#d1E+50000000\"");
    assertThat(text(new BigDecimal("1E-50000000"))).isEqualTo("\"#d1E-50000000\"");
  }

  @Test
  void doublesAreTheirBitsWithOneNaN() {
    assertThat(text(1.5)).isEqualTo("\"#f3ff8000000000000\"");
    assertThat(text(0.0)).isNotEqualTo(text(-0.0));
    assertThat(text(Double.longBitsToDouble(0x7ff8000000000001L)))
        .isEqualTo(text(Double.NaN))
        .isEqualTo("\"#f7ff8000000000000\"");
    assertThat(text(0.1f)).isEqualTo(text((double) 0.1f)).isNotEqualTo(text(0.1));
  }

  @Test
  void timesAreComparedAsInstants() {
    assertThat(text(OffsetDateTime.parse("2026-11-30T15:00:00+01:00")))
        .isEqualTo(text(ZonedDateTime.parse("2026-11-30T09:00:00-05:00[America/New_York]")))
        .isEqualTo(text(Instant.parse("2026-11-30T14:00:00Z")))
        .isEqualTo("\"#t2026-11-30T14:00:00Z\"");
  }

  @Test
  void whatLooksLikeAMarkIsPlainText() {
    assertThat(text("#i5")).isEqualTo("\"##i5\"");
    assertThat(text(Map.of("#set", List.of(1)))).isEqualTo("{\"##set\":[1]}");
  }

  @Test
  void valuesOfDifferentKindsAreNeverEqual() {
    List<@Nullable Object> different =
        Arrays.asList(
            null,
            "",
            "null",
            "!",
            true,
            "true",
            1,
            "1",
            1.0,
            new BigDecimal("1"),
            "#1",
            "##1",
            List.of(),
            Map.of(),
            new LinkedHashSet<>(),
            List.of(List.of()),
            new byte[0],
            "\u00e9",
            "e\u0301",
            Instant.EPOCH,
            "1970-01-01T00:00:00Z",
            List.of(1, 23),
            List.of(12, 3),
            List.of("a", "b"),
            List.of("a\",\"b"),
            Map.of("a", 1),
            Map.entry("is:a", 1),
            Map.of("is:a", 1),
            Map.of("#is:a", 1),
            new LinkedHashSet<>(List.of(1)),
            List.of(1));

    assertThat(different.stream().map(CanonicalFormTest::text)).doesNotHaveDuplicates();
  }

  @Test
  void freeTextIsNotCompared() {
    Map<String, Object> one = Map.of("0", "o-1", "1", Map.entry("free-text", "Dear customer"));
    Map<String, Object> two = Map.of("0", "o-1", "1", Map.entry("free-text", "Hello"));

    assertThat(text(one)).isEqualTo(text(two)).isEqualTo(text(Map.of("0", "o-1")));
    assertThat(text(Map.entry("free-text", "a"))).isEqualTo(text(Map.entry("free-text", "b")));
    assertThat(text(Map.entry("free-text", Map.entry("sensitive", "a")))).doesNotContain("a\"");
  }

  @Test
  void aSensitiveValueStandsAsItsHmac() {
    Object tree = Map.of("0", Map.entry("sensitive", "4111111111111111"));
    String hidden = text(tree, CanonicalForm.with(SECRET));

    assertThat(hidden).doesNotContain("4111").startsWith("{\"0\":{\"#sensitive\":\"");
    assertThat(hidden).isEqualTo(text(tree, CanonicalForm.with(SECRET)));
    assertThat(hidden)
        .isNotEqualTo(text(tree, CanonicalForm.with(OTHER_SECRET)))
        .isNotEqualTo(
            text(Map.of("0", Map.entry("sensitive", "4111")), CanonicalForm.with(SECRET)));
  }

  @Test
  void withoutASecretASensitiveValueIsRefusedWithTheRemedy() {
    Tree tree = Tree.of(Map.of("0", Map.entry("sensitive", "4111111111111111")));

    assertThatThrownBy(() -> CanonicalForm.withoutSecret().hash(tree, "s"))
        .isInstanceOf(MissingSecretException.class)
        .hasMessageContaining("sidegate.hmac.key-file")
        .hasMessageNotContaining("4111");
  }

  @Test
  void theHashNamesItsAlgorithmAndSchema() {
    assertThat(CanonicalForm.withoutSecret().hash(Tree.of(Map.of()), "0123456789abcdef"))
        .hasToString(
            "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a/1/0123456789abcdef");
  }

  private static String text(@Nullable Object raw) {
    return text(raw, CanonicalForm.with(SECRET));
  }

  private static String text(@Nullable Object raw, CanonicalForm form) {
    return new String(form.bytes(Tree.of(raw)), StandardCharsets.UTF_8);
  }
}
