package dev.sidegate.engine.payload.type;

import dev.sidegate.tree.FromTree;
import dev.sidegate.tree.ToTree;
import java.lang.reflect.Modifier;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A record or bean as a map of its properties; those that are null are left out.
 *
 * @param raw its class
 * @param fields its properties and their types in trees, in order
 * @param construction how it is built again; empty if it cannot be
 */
record ObjectType(Class<?> raw, List<Field> fields, Optional<Construction> construction)
    implements TreeType {

  /** A property and its type in trees. */
  record Field(Property property, TreeType type) {}

  @Override
  public @Nullable Object tree(@Nullable Object value) {
    if (value == null) {
      return null;
    }
    if (!Modifier.isFinal(raw.getModifiers())) {
      ToTree.exactly(raw, value);
    }
    Map<String, @Nullable Object> tree = ToTree.fields();
    for (Field field : fields) {
      Object read = Access.read(field.property().reader(), value);
      ToTree.field(tree, field.property().name(), field.type().tree(read));
    }
    return tree;
  }

  @Override
  public @Nullable Object value(@Nullable Object tree) {
    if (tree == null) {
      return null;
    }
    Construction how =
        construction.orElseThrow(
            () ->
                new IllegalArgumentException(
                    raw.getName()
                        + " cannot be built from its properties; add a constructor that takes them"
                        + " by name (compiled with -parameters), setters, or use a record"));
    Map<String, @Nullable Object> stored = FromTree.fields(tree);
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    for (Field field : fields) {
      String name = field.property().name();
      values.put(name, field.type().value(stored.get(name)));
    }
    return how.build(values);
  }

  @Override
  public String description() {
    Map<String, String> sorted = new TreeMap<>();
    fields.forEach(field -> sorted.put(field.property().name(), field.type().description()));
    return sorted.entrySet().stream()
        .map(entry -> entry.getKey() + ":" + entry.getValue())
        .collect(Collectors.joining(",", "{", "}"));
  }
}
