package dev.sidegate.tree;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A sealed type: the tree of one of its concrete subtypes, under the name that stands for it.
 *
 * @param cases the subtypes by their names
 */
record SealedForm(Map<String, Case> cases) implements Form {

  /** A concrete subtype. */
  record Case(Class<?> type, Form form) {}

  @Override
  public @Nullable Object tree(@Nullable Object value) {
    if (value == null) {
      return null;
    }
    // A constant with a body of its own has a class of its own.
    Class<?> actual = value instanceof Enum<?> e ? e.getDeclaringClass() : value.getClass();
    for (Map.Entry<String, Case> one : cases.entrySet()) {
      if (one.getValue().type() == actual) {
        return ToTree.is(one.getKey(), one.getValue().form().tree(value));
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
    return one.form().value(FromTree.subtree(tree));
  }
}
