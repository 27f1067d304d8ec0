package dev.sidegate.processor.guard;

import dev.sidegate.processor.guard.GuardedMethod.Argument;
import dev.sidegate.processor.key.Parameter;
import dev.sidegate.processor.report.Findings;
import dev.sidegate.processor.report.Message;
import dev.sidegate.processor.report.Place;
import dev.sidegate.processor.shape.Marks;
import dev.sidegate.processor.shape.Refusal;
import dev.sidegate.processor.shape.Shape;
import dev.sidegate.processor.shape.ShapeReader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads a method's parameters into its payload. */
final class ArgumentReader {
  private final Round round;
  private final String fromPackage;
  private final Findings findings;
  private final Map<Parameter, Refusal> notRebuilt = new LinkedHashMap<>();
  private final Set<Integer> refused = new HashSet<>();
  private @Nullable String leftOut;
  private boolean sensitive;

  ArgumentReader(Round round, String fromPackage, Findings findings) {
    this.round = round;
    this.fromPackage = fromPackage;
    this.findings = findings;
  }

  /** All parameters; a refused one is a finding and stands here as left out. */
  List<Argument> read(List<Parameter> parameters) {
    List<Argument> arguments = new ArrayList<>();
    for (Parameter parameter : parameters) {
      arguments.add(read(parameter));
    }
    // Arguments that are left out are never built again, so the others need not be either.
    if (leftOut == null) {
      notRebuilt.forEach(this::report);
    }
    return arguments;
  }

  /** Whether something is left out of the payload. */
  boolean isPerAttempt() {
    return leftOut != null;
  }

  /** The first thing that is left out, in words. */
  String leftOut() {
    return String.valueOf(leftOut);
  }

  /** Whether something is sensitive. */
  boolean isSensitive() {
    return sensitive;
  }

  /** The positions of parameters that cannot stand in the payload. */
  Set<Integer> refused() {
    return refused;
  }

  private Argument read(Parameter parameter) {
    Marks marks = new Marks(parameter.isFreeText(), parameter.isSensitive());
    sensitive |= marks.sensitive();
    if (parameter.isPerAttempt() && parameter.isFreeText()) {
      report(
          parameter,
          new Refusal(Message.MARKS_CONTRADICT, "@PerAttempt", "@FreeText", parameter.name()));
    }
    if (parameter.isLeftOut()) {
      leaveOut(
          parameter.name()
              + (parameter.isContext() ? ", a framework's context" : ", which is @PerAttempt"));
      return new Argument(parameter.name(), null, marks);
    }
    return new Argument(parameter.name(), shape(parameter), marks);
  }

  private @Nullable Shape shape(Parameter parameter) {
    ShapeReader reader =
        new ShapeReader(
            round.language(), round.classes(), round.shapes(), fromPackage, parameter.name());
    try {
      Shape shape = reader.read(parameter.element().asType());
      sensitive |= reader.isSensitive();
      if (reader.isPerAttempt()) {
        leaveOut("a @PerAttempt part of " + parameter.name());
      }
      reader.notRebuilt().ifPresent(why -> notRebuilt.put(parameter, why));
      return shape;
    } catch (Refusal refusal) {
      refused.add(parameter.position());
      report(parameter, refusal);
      return null;
    }
  }

  private void leaveOut(String what) {
    if (leftOut == null) {
      leftOut = what;
    }
  }

  private void report(Parameter parameter, Refusal refusal) {
    findings.add(refusal.refusal(), Place.of(parameter.element()), refusal.arguments());
  }
}
