package dev.sidegate.tree;

import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** How values of one type become trees, and such trees values again. Null is null's tree. */
interface Form {

  /**
   * The value's tree.
   *
   * @throws IllegalArgumentException if the value is not what its type says
   */
  @Nullable Object tree(@Nullable Object value);

  /**
   * The value of a tree.
   *
   * @throws IllegalArgumentException if the tree does not fit
   * @throws ClassCastException if the tree does not fit
   */
  @Nullable Object value(@Nullable Object tree);

  /** A form of two functions. */
  static Form of(UnaryOperator<@Nullable Object> toTree, UnaryOperator<@Nullable Object> fromTree) {
    return new Form() {
      @Override
      public @Nullable Object tree(@Nullable Object value) {
        return toTree.apply(value);
      }

      @Override
      public @Nullable Object value(@Nullable Object tree) {
        return fromTree.apply(tree);
      }
    };
  }

  /** A value that no log may hold. */
  static Form sensitive(Form form) {
    return of(
        value -> ToTree.sensitive(form.tree(value)), tree -> form.value(FromTree.unmarked(tree)));
  }

  /** Text that is stored and not compared. */
  static Form freeText(Form form) {
    return of(
        value -> ToTree.freeText(form.tree(value)), tree -> form.value(FromTree.unmarked(tree)));
  }

  /** A constant by its name. */
  static Form constant(Class<?> type) {
    return of(ToTree::constant, tree -> FromTree.parsed(tree, name -> FromTree.toEnum(type, name)));
  }

  /** The elements of an array. */
  static Form array(Class<?> component, Form element) {
    return of(
        value -> ToTree.array(value, element::tree),
        tree -> FromTree.array(tree, component, element::value));
  }
}
