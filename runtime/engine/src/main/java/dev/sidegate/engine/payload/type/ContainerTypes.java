package dev.sidegate.engine.payload.type;

import static java.util.Map.entry;

import dev.sidegate.tree.FromTree;
import dev.sidegate.tree.ToTree;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The collections and maps of the JDK that can be built again, arrays and {@code Optional}. */
final class ContainerTypes {
  /** Anything that JSON can say, checked when it comes. */
  static final TreeType OPEN = open("open");

  static final TreeType OPEN_LIST = open("list<open>");
  static final TreeType OPEN_MAP = open("map<open>");

  @SuppressWarnings("JdkObsolete") // what the application declares is what it gets
  private static final Map<Class<?>, Supplier<Collection<@Nullable Object>>> LISTS =
      Map.ofEntries(
          entry(List.class, ArrayList::new),
          entry(ArrayList.class, ArrayList::new),
          entry(LinkedList.class, LinkedList::new));

  private static final Map<Class<?>, Supplier<Collection<@Nullable Object>>> SETS =
      Map.ofEntries(
          entry(Set.class, LinkedHashSet::new),
          entry(HashSet.class, LinkedHashSet::new),
          entry(LinkedHashSet.class, LinkedHashSet::new),
          entry(SortedSet.class, TreeSet::new),
          entry(NavigableSet.class, TreeSet::new),
          entry(TreeSet.class, TreeSet::new));

  private static final Map<Class<?>, Supplier<Map<Object, @Nullable Object>>> MAPS =
      Map.ofEntries(
          entry(Map.class, LinkedHashMap::new),
          entry(HashMap.class, LinkedHashMap::new),
          entry(LinkedHashMap.class, LinkedHashMap::new),
          entry(SortedMap.class, TreeMap::new),
          entry(NavigableMap.class, TreeMap::new),
          entry(TreeMap.class, TreeMap::new));

  private ContainerTypes() {}

  static boolean isMap(Class<?> raw) {
    return MAPS.containsKey(raw);
  }

  static boolean isCollection(Class<?> raw) {
    return LISTS.containsKey(raw) || SETS.containsKey(raw) || raw == Collection.class;
  }

  /** A collection's order counts, unless it is a set. */
  static TreeType collection(Class<?> raw, TreeType element) {
    Supplier<Collection<@Nullable Object>> set = SETS.get(raw);
    if (set != null) {
      return TreeType.of(
          "set<" + element.description() + ">",
          value -> ToTree.set(value, element::tree),
          tree -> FromTree.elements(tree, set.get(), element::value));
    }
    String description = "list<" + element.description() + ">";
    Supplier<Collection<@Nullable Object>> list = LISTS.get(raw);
    return list == null
        ? TreeType.of(
            description,
            value -> ToTree.collection(value, element::tree),
            tree -> FromTree.collection(tree, element::value))
        : TreeType.of(
            description,
            value -> ToTree.list(value, element::tree),
            tree -> FromTree.elements(tree, list.get(), element::value));
  }

  static TreeType map(Class<?> raw, Function<String, ?> key, TreeType value) {
    Supplier<Map<Object, @Nullable Object>> empty = MAPS.getOrDefault(raw, LinkedHashMap::new);
    return TreeType.of(
        "map<" + value.description() + ">",
        map -> ToTree.map(map, value::tree),
        tree -> FromTree.entries(tree, empty.get(), key, value::value));
  }

  static TreeType array(Class<?> component, TreeType element) {
    return TreeType.of(
        "list<" + element.description() + ">",
        value -> ToTree.array(value, element::tree),
        tree -> FromTree.array(tree, component, element::value));
  }

  static TreeType optional(TreeType held) {
    return TreeType.of(
        held.description(),
        value -> held.tree(ToTree.present(value)),
        tree -> Optional.ofNullable(held.value(tree)));
  }

  private static TreeType open(String description) {
    return TreeType.of(description, ToTree::open, FromTree::open);
  }
}
