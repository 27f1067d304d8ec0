package dev.sidegate.engine.payload;

import java.util.Map;

/** The names of a tree's tags: a node {@code Map.entry(name, tree)} that says more of its tree. */
final class Tag {
  /** A value marked {@code @Sensitive}: HMAC in the hash, stored only encrypted. */
  static final String SENSITIVE = "sensitive";

  /** A value marked {@code @FreeText}: stored, but not in the hash. */
  static final String FREE_TEXT = "free-text";

  /** A closed JSON value of an open type; checked as such, then the tag is dropped. */
  static final String OPEN = "open";

  /** A permitted subtype of a sealed type, by its name. */
  static final String IS = "is:";

  private Tag() {}

  static boolean known(String name) {
    return name.equals(SENSITIVE)
        || name.equals(FREE_TEXT)
        || (name.startsWith(IS) && name.length() > IS.length());
  }

  static boolean isFreeText(Object node) {
    return node instanceof Map.Entry<?, ?> tag && FREE_TEXT.equals(tag.getKey());
  }
}
