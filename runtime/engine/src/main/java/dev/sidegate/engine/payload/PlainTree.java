package dev.sidegate.engine.payload;

import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A tree without its tags: maps, lists, strings, numbers, booleans and times, unmodifiable. For
 * rules, which read values, and for people, who may not see all of them.
 */
public final class PlainTree {
  /** Stands where a sensitive value is, whatever its length. */
  public static final String MASK = "•••";

  private final boolean masked;

  private PlainTree(boolean masked) {
    this.masked = masked;
  }

  /** With every value; for the application's own code. */
  public static @Nullable Object of(Tree tree) {
    return new PlainTree(false).node(tree.root());
  }

  /** With a mask for each sensitive value (law 13), and bytes as Base64; for people. */
  public static @Nullable Object shown(Tree tree) {
    return new PlainTree(true).node(tree.root());
  }

  private @Nullable Object node(@Nullable Object node) {
    if (node instanceof Map.Entry<?, ?> tag) {
      return tag((String) tag.getKey(), tag.getValue());
    } else if (node instanceof Map<?, ?> map) {
      Map<String, @Nullable Object> plain = new LinkedHashMap<>();
      map.forEach((name, value) -> plain.put((String) name, node(value)));
      return Collections.unmodifiableMap(plain);
    } else if (node instanceof List<?> || node instanceof Set<?>) {
      List<@Nullable Object> plain = new ArrayList<>();
      ((Iterable<?>) node).forEach(element -> plain.add(node(element)));
      return Collections.unmodifiableList(plain);
    } else if (node instanceof byte[] bytes) {
      return masked ? Base64.getEncoder().encodeToString(bytes) : bytes.clone();
    }
    return node;
  }

  private @Nullable Object tag(String name, @Nullable Object tree) {
    if (name.equals(Tag.SENSITIVE) && masked) {
      return MASK;
    }
    if (!name.startsWith(Tag.IS)) {
      return node(tree);
    }
    Map<String, @Nullable Object> plain = new LinkedHashMap<>();
    plain.put("is", name.substring(Tag.IS.length()));
    if (node(tree) instanceof Map<?, ?> fields) {
      fields.forEach((field, value) -> plain.put((String) field, value));
    } else {
      plain.put("value", node(tree));
    }
    return Collections.unmodifiableMap(plain);
  }
}
