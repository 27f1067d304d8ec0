package dev.sidegate.engine.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sidegate.engine.secret.HmacSecret;
import dev.sidegate.engine.secret.MissingSecretException;
import dev.sidegate.key.KeyTemplate;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.Year;
import java.time.YearMonth;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KeyWriterTest {
  private static final KeyWriter WRITER = new KeyWriter(Digests.with(HmacSecret.of(new byte[32])));

  @Test
  void literalsStandAsTheyAreAndValuesEncoded() {
    assertThat(key("refund:{order.id}:{no}", "A/7 \u00e4", 2)).isEqualTo("refund:A%2F7%20%C3%A4:2");
  }

  @Test
  void everyKeySafeTypeHasOneText() {
    assertThat(
            List.of(
                key("k:{a}", "AZaz09._~-"),
                key("k:{a}", 'x'),
                key("k:{a}", (byte) -1),
                key("k:{a}", (short) 2),
                key("k:{a}", 3),
                key("k:{a}", Long.MIN_VALUE),
                key("k:{a}", new BigInteger("123456789012345678901234567890")),
                key("k:{a}", true),
                key("k:{a}", Shouting.LOUD),
                key("k:{a}", UUID.fromString("123e4567-e89b-12d3-a456-426614174000")),
                key("k:{a}", Instant.parse("2026-11-30T15:00:00Z")),
                key("k:{a}", LocalDate.of(2026, 11, 30)),
                key("k:{a}", YearMonth.of(2026, 11)),
                key("k:{a}", Year.of(2026)),
                key("k:{a}", Currency.getInstance("EUR"))))
        .containsExactly(
            "k:AZaz09._~-",
            "k:x",
            "k:-1",
            "k:2",
            "k:3",
            "k:-9223372036854775808",
            "k:123456789012345678901234567890",
            "k:true",
            "k:LOUD",
            "k:123e4567-e89b-12d3-a456-426614174000",
            "k:2026-11-30T15%3A00%3A00Z",
            "k:2026-11-30",
            "k:2026-11",
            "k:2026",
            "k:EUR");
  }

  @Test
  void theDefaultLocaleChangesNothing() {
    Locale before = Locale.getDefault();
    try {
      for (String locale : List.of("tr-TR", "ar-EG", "hi-IN-u-nu-deva")) {
        Locale.setDefault(Locale.forLanguageTag(locale));
        assertThat(
                key(
                    "k:{a|fold}:{b}:{c|scale2}:{d}",
                    "TITLE",
                    1234567,
                    new BigDecimal("1.5"),
                    LocalDate.of(2026, 1, 2)))
            .isEqualTo("k:title:1234567:1.50:2026-01-02");
      }
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void whatMayBeAbsentIsMarkedAndNothingElseLooksLikeIt() {
    assertThat(key("k:{a?}:{b}", null, "!")).isEqualTo("k:!:%21");
    assertThat(key("k:{a?|sha256}:{b}", null, "x")).isEqualTo("k:!:x");
  }

  @Test
  void nullWithoutAQuestionMarkIsRefused() {
    refused(
        "k:{order.id}",
        "{order.id} of the key \"k:{order.id}\" is null; pass a value, or write {order.id?} if it"
            + " may be absent",
        (Object) null);
  }

  @Test
  void aHoleWithoutAPathIsCalledByItsNumber() {
    assertThatThrownBy(
            () ->
                WRITER.write(
                    KeyTemplate.parsePositional("k:{}:{}"),
                    new @Nullable Object[] {1, null},
                    KeyScope.NONE))
        .hasMessage(
            "hole 2 of the key \"k:{}:{}\" is null; pass a value, or write {?} if it may be"
                + " absent");
  }

  @Test
  void unclearTextIsRefusedAndNeverShown() {
    refused(
        "k:{a}",
        "{a} of the key \"k:{a}\" is empty; pass a value; absent is null, with a '?' in the hole",
        "");
    refused("k:{a?}", "is empty", "");
    for (String blank :
        List.of(" secret", "secret ", "secret\u00a0", "\u2003secret", "\tsecret", "secret\u2028")) {
      refused("k:{a}", "begins or ends with a blank; trim it, or write |fold", blank);
    }
    refused("k:{a}", "holds a control character", "sec\u0000ret");
    refused("k:{a}", "holds a control character", "sec\u0085ret");
    refused("k:{a}", "is not in Unicode's normal form C", "secre\u0301t");
    refused("k:{a}", "holds a lone surrogate", "secret\ud800");
    refused("k:{a|fold}", "holds a lone surrogate", "secret\udc00");
    refused("k:{a|fold}", "is empty", " \u00a0 ");
    refused("k:{a|fold}", "holds a character that this Java version does not know", "secret\uffff");
  }

  @Test
  void whatHasNoExactTextIsRefused() {
    refused("k:{a}", "is a java.lang.Double, which has no exact text", 1.5);
    refused("k:{a}", "is a java.util.ImmutableCollections$List12", List.of("secret"));
    refused("k:{a}", "is a java.time.OffsetDateTime", OffsetDateTime.MAX);
    refused("k:{a}", "is a java.util.concurrent.atomic.AtomicLong", new AtomicLong(1));
    refused(
        "k:{a}", "is a BigDecimal, where 1.1 and 1.10 would be two keys", new BigDecimal("1.1"));
    refused("k:{a|fold}", "is a java.lang.Integer, not text", 1);
    refused("k:{a|scale2}", "is a java.lang.Double, no BigDecimal", 1.5);
  }

  @Test
  void scaleWritesOneTextForOneNumberAndNeverRounds() {
    assertThat(key("k:{a|scale2}", new BigDecimal("1.1"))).isEqualTo("k:1.10");
    assertThat(key("k:{a|scale2}", new BigDecimal("1.1000"))).isEqualTo("k:1.10");
    assertThat(key("k:{a|scale0}", new BigDecimal("-1E+3"))).isEqualTo("k:-1000");
    assertThat(key("k:{a|scale2}", new BigDecimal("-0.00"))).isEqualTo("k:0.00");
    refused(
        "k:{a|scale2}",
        "has more than 2 digits after the point, and a key never rounds",
        new BigDecimal("1.005"));
  }

  @Test
  void aNumberThatWouldFillTheMemoryIsRefused() {
    refused(
        "k:{a|scale2}", "is a number of about 1000 digits or more", new BigDecimal("1E+50000000"));
    refused("k:{a|scale2}", "has more than 2 digits", new BigDecimal("1E-50000000"));
    refused("k:{a}", "is a number of about 1000 digits or more", BigInteger.ONE.shiftLeft(100_000));
  }

  @Test
  void aDigestStandsForWhatCannotStandThereItself() {
    String list = key("k:{a|sha256}", List.of("a", 1L));

    assertThat(list).matches("k:[0-9a-f]{64}").isEqualTo(key("k:{a|sha256}", List.of("a", 1)));
    assertThat(list).isNotEqualTo(key("k:{a|sha256}", List.of(1, "a")));
    assertThat(key("k:{a|sha256}", Map.entry("free-text", "x")))
        .isEqualTo(key("k:{a|sha256}", "x"))
        .isNotEqualTo(key("k:{a|sha256}", Map.entry("free-text", "y")));
  }

  @Test
  void aSensitiveValueNeedsTheSecret() {
    Object card = Map.entry("sensitive", "4111111111111111");
    String hidden = key("k:{card|hmac}", card);

    assertThat(hidden)
        .matches("k:[0-9a-f]{64}")
        .isEqualTo(key("k:{card|hmac}", "4111111111111111"));
    assertThat(hidden).isNotEqualTo(key("k:{card|sha256}", "4111111111111111"));
    assertThatThrownBy(
            () ->
                new KeyWriter(Digests.withoutSecret())
                    .write(KeyTemplate.parse("k:{card|hmac}"), new Object[] {card}, KeyScope.NONE))
        .isInstanceOf(MissingSecretException.class)
        .hasMessageStartingWith("{card} of the key \"k:{card|hmac}\" takes |hmac")
        .hasMessageContaining("sidegate.hmac.key-file")
        .hasMessageNotContaining("4111");
  }

  @Test
  void theScopeAroundTheCallFillsItsHoles() {
    KeyTemplate template = KeyTemplate.parse("k:{scope.tenant}:{scope.trigger?}:{id}");
    @Nullable Object[] values = {null, null, 7};

    assertThat(WRITER.write(template, values, new KeyScope("acme", "hook 1")))
        .isEqualTo("k:acme:hook%201:7");
    assertThat(WRITER.write(template, values, new KeyScope("acme", null))).isEqualTo("k:acme:!:7");
    assertThatThrownBy(() -> WRITER.write(template, values, KeyScope.NONE))
        .isInstanceOf(KeyRefusedException.class)
        .hasMessageContaining("{scope.tenant}")
        .hasMessageContaining("is not set around this call")
        .hasMessageEndingWith("or write {scope.tenant?}");
  }

  @Test
  void aLongKeyIsAReadablePrefixAndTheHashOfTheWhole() {
    String one = key("k:{a}", "x".repeat(300) + "1");
    String two = key("k:{a}", "x".repeat(300) + "2");

    assertThat(key("k:{a}", "x".repeat(253))).hasSize(255).doesNotContain("#");
    assertThat(one).hasSize(255).matches("k:x{188}#[0-9a-f]{64}").isNotEqualTo(two);
    assertThat(key("k:{a}", "\u00e4".repeat(300))).matches("k:(%C3%A4)*(%C3)?#[0-9a-f]{64}");
  }

  @Test
  void peopleReadValuesDecodedButNothingInvisible() {
    assertThat(ShownKey.of("refund:A%2F7%20%C3%A4:2")).isEqualTo("refund:A/7 \u00e4:2");
    assertThat(ShownKey.of("k:%E2%80%AEgpj%00%C2%A0%25")).isEqualTo("k:%E2%80%AEgpj%00%C2%A0%");
    assertThat(ShownKey.of("k:xx%C3#ab")).isEqualTo("k:xx\ufffd#ab");
    assertThat(ShownKey.of("k:%zz%4")).isEqualTo("k:%zz%4");
  }

  private static String key(String template, @Nullable Object... values) {
    return WRITER.write(KeyTemplate.parse(template), values, KeyScope.NONE);
  }

  private static void refused(String template, String message, @Nullable Object... values) {
    assertThatThrownBy(() -> key(template, values))
        .isInstanceOf(KeyRefusedException.class)
        .hasMessageContaining(message)
        .hasMessageNotContaining("secret");
  }

  private enum Shouting {
    LOUD;

    @Override
    public String toString() {
      return "something else";
    }
  }
}
