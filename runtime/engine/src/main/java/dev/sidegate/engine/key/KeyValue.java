package dev.sidegate.engine.key;

import dev.sidegate.engine.payload.Surrogates;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.text.Normalizer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.Year;
import java.time.YearMonth;
import java.util.Currency;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How one value is written into a key, or why it cannot be. No locale, no zone, no default charset:
 * every JVM writes the same text.
 */
final class KeyValue {
  private static final int MAX_DIGITS = 1000;

  private KeyValue() {}

  /** A value as it is. */
  static String write(Place place, Object value) {
    if (value instanceof String || value instanceof Character) {
      String text = value.toString();
      refuseBrokenText(place, text);
      refuseUnclearText(place, text);
      return PercentCode.encode(text);
    }
    if (value instanceof BigDecimal) {
      throw place.refused(
          "is a BigDecimal, where 1.1 and 1.10 would be two keys",
          "write it with its digits after the point: |scale2");
    }
    if (value instanceof BigInteger integer) {
      refuseLongNumber(place, integer);
    }
    String exact = exact(value);
    if (exact == null) {
      throw place.refused(
          "is a " + value.getClass().getName() + ", which has no exact text",
          "name a property of it that is a string, an integer or another key-safe type, or take"
              + " |sha256");
    }
    return PercentCode.encode(exact);
  }

  /** Text in one form. */
  static String writeFolded(Place place, Object value) {
    if (!(value instanceof String || value instanceof Character)) {
      throw place.refused("is a " + value.getClass().getName() + ", not text", "drop |fold");
    }
    String text = value.toString();
    refuseBrokenText(place, text);
    refuseUnknownCharacters(place, text);
    String folded = Fold.apply(text);
    refuseEmpty(place, folded);
    refuseControls(place, folded);
    return PercentCode.encode(folded);
  }

  /** A decimal with a fixed number of digits after the point. */
  static String writeScaled(Place place, Object value) {
    if (!(value instanceof BigDecimal decimal)) {
      throw place.refused("is a " + value.getClass().getName() + ", no BigDecimal", "drop |scale");
    }
    refuseLongNumber(place, decimal.unscaledValue());
    BigDecimal stripped = decimal.stripTrailingZeros();
    int digits = place.hole().filter().digits();
    if (stripped.scale() > digits) {
      throw place.refused(
          "has more than " + digits + " digits after the point, and a key never rounds",
          "round it where the business does, or scale to more digits");
    }
    if ((long) stripped.precision() - stripped.scale() > MAX_DIGITS) {
      throw longNumber(place);
    }
    return PercentCode.encode(stripped.setScale(digits, RoundingMode.UNNECESSARY).toPlainString());
  }

  private static @Nullable String exact(Object value) {
    if (value instanceof Enum<?> constant) {
      return constant.name();
    } else if (value instanceof Currency currency) {
      return currency.getCurrencyCode();
    } else if (value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte
        || value instanceof Boolean
        || value instanceof UUID
        || value instanceof Instant
        || value instanceof LocalDate
        || value instanceof YearMonth
        || value instanceof Year
        || value instanceof BigInteger) {
      return value.toString();
    }
    return null;
  }

  private static void refuseBrokenText(Place place, String text) {
    refuseEmpty(place, text);
    if (Surrogates.firstLone(text) >= 0) {
      throw place.refused("holds a lone surrogate: the text is broken", "find out who cut it");
    }
  }

  private static void refuseEmpty(Place place, String text) {
    if (text.isEmpty()) {
      throw place.refused("is empty", "pass a value; absent is null, with a '?' in the hole");
    }
  }

  private static void refuseUnclearText(Place place, String text) {
    if (Fold.isBlank(text.codePointAt(0)) || Fold.isBlank(text.codePointBefore(text.length()))) {
      throw place.refused("begins or ends with a blank", "trim it, or write |fold");
    }
    refuseControls(place, text);
    if (!Normalizer.isNormalized(text, Normalizer.Form.NFC)) {
      throw place.refused(
          "is not in Unicode's normal form C, so equal text could give two keys",
          "normalize it, or write |fold");
    }
  }

  private static void refuseControls(Place place, String text) {
    if (text.codePoints().anyMatch(Character::isISOControl)) {
      throw place.refused("holds a control character", "remove it");
    }
  }

  /** Another Java would fold what this one does not know. */
  private static void refuseUnknownCharacters(Place place, String text) {
    if (!text.codePoints().allMatch(Character::isDefined)) {
      throw place.refused(
          "holds a character that this Java version does not know",
          "use a newer Java, or drop |fold");
    }
  }

  private static void refuseLongNumber(Place place, BigInteger number) {
    if (number.bitLength() > MAX_DIGITS * 3) {
      throw longNumber(place);
    }
  }

  private static KeyRefusedException longNumber(Place place) {
    return place.refused("is a number of about " + MAX_DIGITS + " digits or more", "take |sha256");
  }
}
