package dev.sidegate.engine.payload;

import org.jspecify.annotations.Nullable;

/**
 * A payload or a result as a tree of JDK values: checked, copied, never changed again. Taken once,
 * before the body, so that an argument that the body changes changes nothing here.
 *
 * <p>Its nodes are {@code null}, {@link Boolean}, {@link String}, {@link Long}, {@link
 * java.math.BigInteger}, {@link java.math.BigDecimal}, {@link Double}, {@code byte[]}, {@link
 * java.time.Instant}, {@link java.time.OffsetDateTime}, {@link java.time.ZonedDateTime}, {@link
 * java.util.List}, {@link java.util.Set}, {@link java.util.Map} with {@code String} keys, and
 * {@link java.util.Map.Entry} for a {@linkplain Tag tag}.
 */
public final class Tree {
  /** Deepest nesting of lists, sets, maps and tags. */
  public static final int MAX_DEPTH = 64;

  /** Most bytes of a tree's encoded form. */
  public static final int MAX_BYTES = 1 << 20;

  /** Most decimal digits of one number. */
  public static final int MAX_DIGITS = 10_000;

  private final @Nullable Object root;

  private Tree(@Nullable Object root) {
    this.root = root;
  }

  /**
   * Checks and copies a raw tree, as a descriptor or a {@link ReflectiveTrees} makes it.
   *
   * @throws TreeRefusedException if it holds what no tree may hold, with the path to it
   */
  public static Tree of(@Nullable Object raw) {
    return new Tree(new TreeCopy(new Trail()).copy(raw));
  }

  /** Takes what {@link StoredForm} has read, which is checked by the reading. */
  static Tree read(@Nullable Object root) {
    return new Tree(root);
  }

  /** The root node; unmodifiable, except that its byte arrays must not be written to. */
  public @Nullable Object root() {
    return root;
  }

  /** Says nothing of the values, which may be sensitive. */
  @Override
  public String toString() {
    return root == null ? "Tree[null]" : "Tree[" + root.getClass().getSimpleName() + "]";
  }
}
