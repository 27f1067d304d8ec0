package dev.sidegate.engine.payload.type;

import dev.sidegate.tree.FromTree;
import dev.sidegate.tree.ToTree;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Member;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Something of an object that is kept.
 *
 * @param name its name in the tree
 * @param reader what reads it: an accessor, a getter or a field
 * @param type its full type
 * @param bearers all elements on which an annotation means this property
 */
record Property(
    String name, Member reader, GenericType type, List<? extends AnnotatedElement> bearers) {

  boolean isPerAttempt() {
    return Members.isMarked(bearers, "PerAttempt");
  }

  /** Its type in trees, with what its annotations say; free text stands outside. */
  TreeType marked(TreeType plain) {
    TreeType marked = plain;
    if (Members.isMarked(bearers, "Sensitive")) {
      marked = mark("sensitive~", marked, ToTree::sensitive);
    }
    if (Members.isMarked(bearers, "FreeText")) {
      marked = mark("free-text~", marked, ToTree::freeText);
    }
    return marked;
  }

  private static TreeType mark(
      String word, TreeType type, Function<@Nullable Object, @Nullable Object> tag) {
    return TreeType.of(
        word + type.description(),
        value -> tag.apply(type.tree(value)),
        tree -> type.value(FromTree.unmarked(tree)));
  }
}
