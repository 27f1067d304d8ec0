package dev.sidegate.processor.write;

import dev.sidegate.processor.guard.GuardedClass;
import dev.sidegate.processor.guard.GuardedMethod;
import dev.sidegate.processor.guard.GuardedMethod.Argument;
import dev.sidegate.processor.guard.GuardedMethod.Result;
import dev.sidegate.processor.key.KeyText;
import dev.sidegate.processor.key.KeyText.KeyValue;
import dev.sidegate.processor.key.KeyText.Step;
import dev.sidegate.processor.shape.Marks;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Writes a class's plan, as {@link dev.sidegate.tree.Plan} describes it.
 *
 * @param classes the classes that it names by number
 * @param lines the plan
 */
record PlanText(Set<String> classes, List<String> lines) {
  private static final String FORMAT = "1";

  static PlanText of(GuardedClass guarded) {
    PlanTypesText types = new PlanTypesText();
    Fingerprints fingerprints = new Fingerprints();
    List<String> methods = new ArrayList<>();
    for (GuardedMethod method : guarded.methods()) {
      methods.add(MetadataText.of(method, fingerprints));
      addTemplate(methods, "key", method.key(), types);
      addTemplate(methods, "scope", method.scope(), types);
      addTemplate(methods, "order", method.order(), types);
      methods.add(payload(method.arguments(), types));
      addResult(methods, method.result(), types);
    }
    List<String> lines = new ArrayList<>();
    lines.add(FORMAT);
    lines.addAll(types.lines());
    lines.addAll(methods);
    return new PlanText(types.classes(), lines);
  }

  private static void addTemplate(
      List<String> lines, String name, KeyText text, PlanTypesText types) {
    if (!text.values().isEmpty()) {
      StringBuilder line = new StringBuilder(name);
      for (KeyValue value : text.values()) {
        if (value == null) {
          line.append(" -");
        } else {
          addHole(line, value, types);
        }
      }
      lines.add(line.toString());
    }
  }

  private static void addHole(StringBuilder line, KeyValue value, PlanTypesText types) {
    line.append(' ').append(value.argument());
    for (Step step : value.steps()) {
      line.append(" . ").append(types.number(step.owner())).append(' ').append(step.access());
    }
    if (value.tree() != null) {
      line.append(" : ").append(types.marked(value.tree(), new Marks(false, value.sensitive())));
    }
  }

  private static String payload(List<Argument> arguments, PlanTypesText types) {
    StringBuilder line = new StringBuilder("payload");
    for (int i = 0; i < arguments.size(); i++) {
      Argument argument = arguments.get(i);
      if (argument.shape() != null) {
        line.append(' ').append(i).append(' ');
        line.append(types.marked(argument.shape(), argument.marks()));
      }
    }
    return line.toString();
  }

  private static void addResult(List<String> lines, Result result, PlanTypesText types) {
    if (result.shape() != null) {
      lines.add("result " + types.marked(result.shape(), result.marks()));
    }
  }
}
