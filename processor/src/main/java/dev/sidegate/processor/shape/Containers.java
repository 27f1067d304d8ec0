package dev.sidegate.processor.shape;

import dev.sidegate.processor.shape.Shape.Many.Order;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The collections and maps of the JDK that can be built again, and as what. */
final class Containers {
  private static final String ARRAY_LIST = "ArrayList";
  private static final String HASH_SET = "LinkedHashSet";
  private static final String TREE_SET = "TreeSet";
  private static final String HASH_MAP = "LinkedHashMap";
  private static final String TREE_MAP = "TreeMap";

  /** How a declared collection is kept and built. */
  record Kind(Order order, @Nullable String built) {}

  private static final Map<String, Kind> COLLECTIONS =
      Map.ofEntries(
          Map.entry("java.util.Collection", new Kind(Order.BY_VALUE, null)),
          Map.entry("java.util.List", new Kind(Order.LIST, ARRAY_LIST)),
          Map.entry("java.util.ArrayList", new Kind(Order.LIST, ARRAY_LIST)),
          Map.entry("java.util.LinkedList", new Kind(Order.LIST, "LinkedList")),
          Map.entry("java.util.Set", new Kind(Order.SET, HASH_SET)),
          Map.entry("java.util.HashSet", new Kind(Order.SET, HASH_SET)),
          Map.entry("java.util.LinkedHashSet", new Kind(Order.SET, HASH_SET)),
          Map.entry("java.util.SortedSet", new Kind(Order.SET, TREE_SET)),
          Map.entry("java.util.NavigableSet", new Kind(Order.SET, TREE_SET)),
          Map.entry("java.util.TreeSet", new Kind(Order.SET, TREE_SET)));

  private static final Map<String, String> MAPS =
      Map.of(
          "java.util.Map", HASH_MAP,
          "java.util.HashMap", HASH_MAP,
          "java.util.LinkedHashMap", HASH_MAP,
          "java.util.SortedMap", TREE_MAP,
          "java.util.NavigableMap", TREE_MAP,
          "java.util.TreeMap", TREE_MAP);

  private Containers() {}

  static @Nullable Kind collection(String qualifiedName) {
    return COLLECTIONS.get(qualifiedName);
  }

  static @Nullable String map(String qualifiedName) {
    return MAPS.get(qualifiedName);
  }
}
