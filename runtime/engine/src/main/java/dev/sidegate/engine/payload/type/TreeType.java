package dev.sidegate.engine.payload.type;

import dev.sidegate.engine.payload.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** How values of one Java type become raw trees, and how trees become such values again. */
public interface TreeType {

  /**
   * The value's raw tree, to be checked by {@link dev.sidegate.engine.payload.Tree#of}.
   *
   * @throws IllegalArgumentException if the value is not what its type says
   */
  @Nullable Object tree(@Nullable Object value);

  /**
   * The value of a tree.
   *
   * @throws IllegalArgumentException if the tree does not fit, or such values cannot be built
   */
  @Nullable Object value(@Nullable Object tree);

  /**
   * The tree's form in words, without blanks:
   *
   * <pre>
   * type = "boolean" | "integer" | "decimal" | "double" | "bytes" | "time" | "string" | "open"
   *      | "list&lt;" type "&gt;" | "set&lt;" type "&gt;" | "map&lt;" type "&gt;"
   *      | "{" [ name ":" type *( "," name ":" type ) ] "}"          ; sorted by name
   *      | "&lt;" tag ":" type *( "|" tag ":" type ) "&gt;"                ; sorted by tag
   *      | "free-text~" type | "sensitive~" type
   * </pre>
   *
   * <p>It says nothing of Java's types, so that renaming a class or widening an integer changes no
   * schema.
   */
  String description();

  /** Whether a value marked {@code @Sensitive} can be in it. */
  default boolean holdsSensitive() {
    return description().contains("sensitive~"); // no name holds a tilde
  }

  /** The schema: 16 hexadecimal digits of SHA-256 over the description. */
  default String fingerprint() {
    byte[] hash = Sha256.of(description().getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(hash, 0, 8);
  }

  /** A type of two functions. */
  static TreeType of(
      String description,
      Function<@Nullable Object, @Nullable Object> tree,
      Function<@Nullable Object, @Nullable Object> value) {
    return new Functions(description, tree, value);
  }

  /** A type of two functions. */
  record Functions(
      String description,
      Function<@Nullable Object, @Nullable Object> toTree,
      Function<@Nullable Object, @Nullable Object> toValue)
      implements TreeType {
    @Override
    public @Nullable Object tree(@Nullable Object value) {
      return toTree.apply(value);
    }

    @Override
    public @Nullable Object value(@Nullable Object tree) {
      return toValue.apply(tree);
    }
  }
}
