package dev.sidegate.engine.payload;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Copies a closed JSON value: null, booleans, strings, numbers, lists, and maps with string keys.
 * What a program declares as {@code Object} is taken only so far; anything else is refused with its
 * path, because nobody could rebuild it.
 */
class OpenJson {
  final Trail trail;

  OpenJson(Trail trail) {
    this.trail = trail;
  }

  /**
   * The value's unmodifiable copy, numbers as the tree has them.
   *
   * @throws TreeRefusedException for any other value
   */
  final @Nullable Object copy(@Nullable Object value) {
    trail.weigh(1);
    if (value == null || value instanceof Boolean) {
      return value;
    } else if (value instanceof String text) {
      return text(text);
    } else if (value instanceof Number number) {
      return number(number);
    } else if (value instanceof Map<?, ?> map) {
      return map(map);
    } else if (value instanceof List<?> list) {
      return Collections.unmodifiableList(elements(list));
    }
    return other(value);
  }

  /** What is no JSON. */
  Object other(Object value) {
    throw trail.refused(
        "a "
            + value.getClass().getName()
            + " is no JSON value; allowed are null, Boolean, String, numbers, List, and Map with"
            + " String keys");
  }

  final String text(String text) {
    trail.weigh(text.length());
    int fault = Surrogates.firstLone(text);
    if (fault >= 0) {
      throw trail.refused("a lone surrogate at index " + fault + "; the text is broken");
    }
    return text;
  }

  /** The elements in order. */
  final List<@Nullable Object> elements(Iterable<?> values) {
    trail.enter(values);
    List<@Nullable Object> copies = new ArrayList<>();
    for (Object value : values) {
      trail.at(copies.size());
      copies.add(copy(value));
    }
    trail.leave();
    return copies;
  }

  private Object number(Number number) {
    if (number instanceof Long
        || number instanceof Integer
        || number instanceof Short
        || number instanceof Byte) {
      return number.longValue();
    } else if (number instanceof Double || number instanceof Float) {
      return number.doubleValue();
    } else if (number.getClass() == BigInteger.class) {
      return digits((BigInteger) number, number);
    } else if (number.getClass() == BigDecimal.class) {
      return digits(((BigDecimal) number).unscaledValue(), number);
    }
    return other(number);
  }

  /** A limit on digits, because decimal text costs time that grows with their square. */
  private Number digits(BigInteger digits, Number number) {
    int decimals = (int) (digits.bitLength() * 0.30103);
    if (decimals > Tree.MAX_DIGITS) {
      throw trail.refused("a number of more than " + Tree.MAX_DIGITS + " digits");
    }
    trail.weigh(decimals);
    return number;
  }

  private Map<String, @Nullable Object> map(Map<?, ?> map) {
    trail.enter(map);
    Map<String, @Nullable Object> copy = new LinkedHashMap<>();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      if (!(entry.getKey() instanceof String key)) {
        trail.at("(key)");
        throw trail.refused("a map's keys must be strings");
      }
      trail.at(key);
      text(key);
      copy.put(key, copy(entry.getValue()));
    }
    trail.leave();
    return Collections.unmodifiableMap(copy);
  }
}
