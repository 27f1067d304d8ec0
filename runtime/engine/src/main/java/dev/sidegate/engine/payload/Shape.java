package dev.sidegate.engine.payload;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The shape that a tree's two byte forms share: JSON that describes itself. What JSON has no word
 * for is a string with a mark after {@code #}, or an object whose one key begins with {@code #};
 * plain strings and keys that begin with {@code #} get one more, so that nothing can be mistaken.
 */
abstract class Shape {
  /** Integers up to here are plain JSON numbers, exact for every reader. */
  static final long EXACT = 1L << 53;

  private static final HexFormat HEX = HexFormat.of();

  final JsonBytes out = new JsonBytes();

  abstract void integer(long value);

  abstract void integer(BigInteger value);

  abstract void decimal(BigDecimal value);

  abstract void offset(OffsetDateTime value);

  abstract void zoned(ZonedDateTime value);

  abstract void set(Set<?> set);

  abstract void map(Map<String, ?> map);

  abstract void sensitive(Object tree);

  abstract void freeText(Object tree);

  @SuppressWarnings("unchecked")
  final void node(@Nullable Object node) {
    if (node == null) {
      out.ascii("null");
    } else if (node instanceof String text) {
      out.string(text.startsWith("#") ? "#" : "", text);
    } else if (node instanceof Long value) {
      integer(value);
    } else if (node instanceof Boolean value) {
      out.ascii(value ? "true" : "false");
    } else if (node instanceof Map<?, ?> map) {
      map((Map<String, ?>) map);
    } else if (node instanceof List<?> list) {
      list(list);
    } else if (node instanceof Map.Entry<?, ?> tag) {
      tag((String) tag.getKey(), tag.getValue());
    } else if (node instanceof Set<?> set) {
      set(set);
    } else {
      scalar(node);
    }
  }

  private void scalar(Object node) {
    if (node instanceof BigDecimal value) {
      decimal(value);
    } else if (node instanceof BigInteger value) {
      integer(value);
    } else if (node instanceof Double value) {
      out.string("#f", HEX.toHexDigits(Double.doubleToLongBits(value)));
    } else if (node instanceof Instant value) {
      out.string("#t", value.toString());
    } else if (node instanceof OffsetDateTime value) {
      offset(value);
    } else if (node instanceof ZonedDateTime value) {
      zoned(value);
    } else if (node instanceof byte[] value) {
      out.string("#b", Base64.getEncoder().encodeToString(value));
    } else {
      throw new IllegalStateException("no node of a tree: " + node.getClass());
    }
  }

  private void tag(String name, Object tree) {
    switch (name) {
      case Tag.SENSITIVE -> sensitive(tree);
      case Tag.FREE_TEXT -> freeText(tree);
      default -> tagged(name, tree);
    }
  }

  final void tagged(String name, Object tree) {
    open(name);
    node(tree);
    out.one('}');
  }

  /** Begins an object whose one key is the mark. */
  final void open(String name) {
    out.one('{');
    out.string("#", name);
    out.one(':');
  }

  final void key(String key) {
    out.string(key.startsWith("#") ? "#" : "", key);
    out.one(':');
  }

  private void list(List<?> list) {
    out.one('[');
    boolean first = true;
    for (Object element : list) {
      if (!first) {
        out.one(',');
      }
      first = false;
      node(element);
    }
    out.one(']');
  }
}
