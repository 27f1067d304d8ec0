package dev.sidegate.tree;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The plan of one method. Made ready when it is first needed; two threads may both do it. */
final class MethodPlan {
  private static final List<String> TEMPLATES = List.of("key", "scope", "order");
  private static final Form NOTHING = Form.of(value -> null, tree -> null);

  private final PlanTypes types;
  private final Map<String, Object> metadata;
  private final Map<String, String> lines = new HashMap<>();
  private volatile @Nullable Ready ready;

  MethodPlan(PlanTypes types, PlanLine metadata) {
    this.types = types;
    this.metadata = PlanMetadata.of(metadata);
  }

  void add(String kind, String line) {
    lines.put(kind, line);
  }

  Map<String, Object> metadata() {
    return metadata;
  }

  @Nullable Object[] holes(int template, @Nullable Object[] arguments) {
    List<Path> paths = ready().templates.get(template);
    @Nullable Object[] holes = new @Nullable Object[paths.size()];
    for (int i = 0; i < holes.length; i++) {
      holes[i] = paths.get(i).value(arguments);
    }
    return holes;
  }

  Object payload(@Nullable Object[] arguments) {
    Map<String, @Nullable Object> tree = ToTree.fields();
    for (Argument argument : ready().arguments) {
      ToTree.field(tree, argument.name, argument.form.tree(arguments[argument.position]));
    }
    return tree;
  }

  @Nullable Object[] arguments(Object tree) {
    if (Boolean.TRUE.equals(metadata.get("perAttempt"))) {
      throw new IllegalArgumentException(
          metadata.get("method") + " has arguments of one attempt, which are never built again");
    }
    Map<String, @Nullable Object> values = FromTree.fields(tree);
    List<@Nullable Object> arguments = new ArrayList<>();
    for (Argument argument : ready().arguments) {
      arguments.add(argument.form.value(values.get(argument.name)));
    }
    return arguments.toArray();
  }

  Form result() {
    return ready().result;
  }

  private Ready ready() {
    Ready known = ready;
    if (known == null) {
      List<List<Path>> templates = new ArrayList<>();
      for (String template : TEMPLATES) {
        templates.add(paths(lines.get(template)));
      }
      String result = lines.get("result");
      known =
          new Ready(
              templates,
              arguments(lines.get("payload")),
              result == null ? NOTHING : types.marked(after(result)));
      ready = known;
    }
    return known;
  }

  private List<Path> paths(@Nullable String line) {
    List<Path> paths = new ArrayList<>();
    if (line != null) {
      PlanLine words = after(line);
      while (!words.isAtEnd()) {
        paths.add(Path.read(words, types));
      }
    }
    return paths;
  }

  private List<Argument> arguments(@Nullable String line) {
    List<Argument> arguments = new ArrayList<>();
    if (line != null) {
      PlanLine words = after(line);
      while (!words.isAtEnd()) {
        int position = words.number();
        arguments.add(new Argument(position, String.valueOf(position), types.marked(words)));
      }
    }
    return arguments;
  }

  private static PlanLine after(String line) {
    PlanLine words = new PlanLine(line);
    words.next();
    return words;
  }

  /** What calls need: the three templates' holes, the payload's arguments, the result's form. */
  private record Ready(List<List<Path>> templates, List<Argument> arguments, Form result) {}

  /** An argument, by its position, which is its name in the tree. */
  private record Argument(int position, String name, Form form) {}
}
