package dev.sidegate.tree;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The forms of collections and maps, by the simple name of the class that is built again. */
final class ContainerForms {
  @SuppressWarnings("JdkObsolete") // what the application declares is what it gets
  private static final Map<String, Supplier<Collection<@Nullable Object>>> LISTS =
      Map.of("ArrayList", ArrayList::new, "LinkedList", LinkedList::new);

  private static final Map<String, Supplier<Collection<@Nullable Object>>> SETS =
      Map.of("LinkedHashSet", LinkedHashSet::new, "TreeSet", TreeSet::new);

  private static final Map<String, Supplier<Map<Object, @Nullable Object>>> MAPS =
      Map.of("LinkedHashMap", LinkedHashMap::new, "TreeMap", TreeMap::new);

  private ContainerForms() {}

  /**
   * Whether a name is that of a collection; {@code Collection} itself is a set or list by value.
   */
  static boolean isCollection(String name) {
    return LISTS.containsKey(name) || SETS.containsKey(name) || name.equals("Collection");
  }

  /** Whether a name is that of a map. */
  static boolean isMap(String name) {
    return MAPS.containsKey(name);
  }

  /** The form of a collection. */
  static Form collection(String name, Form element) {
    Supplier<Collection<@Nullable Object>> list = LISTS.get(name);
    if (list != null) {
      return Form.of(
          value -> ToTree.list(value, element::tree),
          tree -> FromTree.elements(tree, list.get(), element::value));
    }
    Supplier<Collection<@Nullable Object>> set = SETS.get(name);
    if (set != null) {
      return Form.of(
          value -> ToTree.set(value, element::tree),
          tree -> FromTree.elements(tree, set.get(), element::value));
    }
    return Form.of(
        value -> ToTree.collection(value, element::tree),
        tree -> FromTree.collection(tree, element::value));
  }

  /** The form of a map. */
  static Form map(String name, Function<String, Object> key, Form value) {
    Supplier<Map<Object, @Nullable Object>> empty = MAPS.getOrDefault(name, LinkedHashMap::new);
    return Form.of(
        map -> ToTree.map(map, value::tree),
        tree -> FromTree.entries(tree, empty.get(), key, value::value));
  }
}
