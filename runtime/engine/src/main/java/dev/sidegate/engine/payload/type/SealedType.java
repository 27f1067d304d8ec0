package dev.sidegate.engine.payload.type;

import dev.sidegate.tree.FromTree;
import dev.sidegate.tree.ToTree;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A sealed type as the tag of a concrete subtype around its tree.
 *
 * @param name for messages
 * @param cases the concrete subtypes by their tags
 */
record SealedType(String name, Map<String, Case> cases) implements TreeType {

  /** A concrete subtype. */
  record Case(Class<?> raw, TreeType type) {}

  @Override
  public @Nullable Object tree(@Nullable Object value) {
    if (value == null) {
      return null;
    }
    Class<?> actual = value instanceof Enum<?> e ? e.getDeclaringClass() : value.getClass();
    for (Map.Entry<String, Case> one : cases.entrySet()) {
      if (one.getValue().raw() == actual) {
        return ToTree.is(one.getKey(), one.getValue().type().tree(value));
      }
    }
    throw ToTree.notPermitted(value);
  }

  @Override
  public @Nullable Object value(@Nullable Object tree) {
    if (tree == null) {
      return null;
    }
    Case one = cases.get(FromTree.subtype(tree));
    if (one == null) {
      throw FromTree.unknown(FromTree.subtype(tree));
    }
    return one.type().value(FromTree.subtree(tree));
  }

  @Override
  public String description() {
    return new TreeMap<>(cases)
        .entrySet().stream()
            .map(one -> one.getKey() + ":" + one.getValue().type().description())
            .collect(Collectors.joining("|", "<", ">"));
  }
}
