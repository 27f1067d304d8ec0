package dev.sidegate.engine.payload;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a tree means, without any bytes: two meanings are equal if and only if the trees must have
 * one hash. The judge over the canonical form, written independently of it.
 */
record Meaning(String kind, @Nullable Object content) {

  static Meaning of(@Nullable Object node) {
    if (node instanceof Map<?, ?> map) {
      Map<Object, Meaning> properties = new HashMap<>();
      map.forEach(
          (key, value) -> {
            if (!(value instanceof Map.Entry<?, ?> tag && tag.getKey().equals("free-text"))) {
              properties.put(key, of(value));
            }
          });
      return new Meaning("map", properties);
    } else if (node instanceof List<?> list) {
      return new Meaning("list", all(list));
    } else if (node instanceof Set<?> set) {
      Map<Meaning, Integer> counts = new HashMap<>();
      all(set).forEach(element -> counts.merge(element, 1, Integer::sum));
      return new Meaning("set", counts);
    } else if (node instanceof Map.Entry<?, ?> tag) {
      return tag.getKey().equals("free-text")
          ? new Meaning("free-text", null)
          : new Meaning("tag " + tag.getKey(), of(tag.getValue()));
    }
    return scalar(node);
  }

  /** A tree as it is, kinds and order included. */
  static String faithful(@Nullable Object node) {
    if (node instanceof Map<?, ?> map) {
      StringBuilder text = new StringBuilder("map(");
      map.forEach((key, value) -> text.append(faithful(key)).append('=').append(faithful(value)));
      return text.append(')').toString();
    } else if (node instanceof Iterable<?> nodes) {
      StringBuilder text = new StringBuilder(node instanceof Set<?> ? "set(" : "list(");
      nodes.forEach(element -> text.append(faithful(element)).append(','));
      return text.append(')').toString();
    } else if (node instanceof Map.Entry<?, ?> tag) {
      return "tag(" + tag.getKey() + faithful(tag.getValue()) + ")";
    } else if (node instanceof byte[] bytes) {
      return "bytes" + ByteBuffer.wrap(bytes).hashCode() + "(" + bytes.length + ")";
    }
    return node == null ? "null" : node.getClass().getSimpleName() + "<" + node + ">";
  }

  private static Meaning scalar(@Nullable Object node) {
    if (node instanceof Long value) {
      return new Meaning("integer", BigInteger.valueOf(value));
    } else if (node instanceof BigInteger value) {
      return new Meaning("integer", value);
    } else if (node instanceof BigDecimal value) {
      return new Meaning("decimal", value.stripTrailingZeros());
    } else if (node instanceof OffsetDateTime value) {
      return new Meaning("Instant", value.toInstant());
    } else if (node instanceof ZonedDateTime value) {
      return new Meaning("Instant", value.toInstant());
    } else if (node instanceof byte[] value) {
      return new Meaning("bytes", ByteBuffer.wrap(value));
    }
    return new Meaning(node == null ? "null" : node.getClass().getSimpleName(), node);
  }

  private static List<Meaning> all(Iterable<?> nodes) {
    List<Meaning> meanings = new ArrayList<>();
    nodes.forEach(node -> meanings.add(of(node)));
    return meanings;
  }
}
