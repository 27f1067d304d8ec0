package dev.sidegate.processor.guard;

import dev.sidegate.SideEffect;
import dev.sidegate.processor.report.Finding;
import dev.sidegate.processor.report.Findings;
import dev.sidegate.processor.report.Message;
import dev.sidegate.processor.shape.KnownShapes;
import dev.sidegate.processor.source.Classes;
import dev.sidegate.processor.source.Language;
import dev.sidegate.processor.source.Mark;
import dev.sidegate.processor.source.UnresolvedException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;

/** Reads one class: each guarded method by itself, then what concerns several of them. */
public final class ClassReader {
  private final Round round;
  private final TypeElement type;
  private final List<ExecutableElement> methods;
  private final Findings findings = new Findings();
  private final Map<ExecutableElement, GuardedMethod> guarded = new LinkedHashMap<>();
  private boolean unresolved;

  private ClassReader(Round round, TypeElement type) {
    this.round = round;
    this.type = type;
    this.methods = methods(type);
  }

  /**
   * What came out of reading a class.
   *
   * @param guarded the class; empty if it has no guarded method, an error or something unresolved
   * @param findings all findings, warnings too
   * @param unresolved whether to look again in the next round
   */
  public record Reading(
      Optional<GuardedClass> guarded, List<Finding> findings, boolean unresolved) {}

  /** Reads a class. */
  public static Reading read(Language language, Classes classes, TypeElement type) {
    ClassReader reader = new ClassReader(new Round(language, classes, new KnownShapes()), type);
    reader.readAll();
    return reader.reading();
  }

  private void readAll() {
    for (ExecutableElement method : methods) {
      try {
        MethodReader reader = new MethodReader(round, type, method, findings);
        reader.read().ifPresent(found -> guarded.put(method, found));
      } catch (UnresolvedException later) {
        unresolved = true;
      }
    }
    demandOneMethodPerEffect();
    try {
      new ReconcilesReader(round, methods, guarded, unresolved, findings).read();
    } catch (UnresolvedException later) {
      unresolved = true;
    }
    warnOfDoubt();
  }

  private Reading reading() {
    boolean proven = !guarded.isEmpty() && !unresolved && !findings.hasErrors();
    Optional<GuardedClass> result =
        proven
            ? Optional.of(
                new GuardedClass(
                    type,
                    round.language().packageOf(type),
                    GuardedClass.descriptorName(round.language().binaryName(type)),
                    new ArrayList<>(guarded.values())))
            : Optional.empty();
    return new Reading(result, findings.all(), unresolved);
  }

  private static List<ExecutableElement> methods(TypeElement type) {
    List<ExecutableElement> methods = new ArrayList<>();
    for (Element member : type.getEnclosedElements()) {
      if (member.getKind() == ElementKind.METHOD) {
        methods.add((ExecutableElement) member);
      }
    }
    return methods;
  }

  private void demandOneMethodPerEffect() {
    Map<String, ExecutableElement> owners = new HashMap<>();
    guarded.forEach(
        (method, found) -> {
          ExecutableElement owner = owners.putIfAbsent(found.effect(), method);
          if (owner != null) {
            Mark mark = Mark.on(method, SideEffect.class, round.language()).orElseThrow();
            findings.add(
                Message.METHOD_EFFECT_TWICE,
                mark.place(mark.says("effect") ? "effect" : "key"),
                found.effect(),
                Language.name(owner));
          }
        });
  }

  /** A warning only for a class that is known whole: the reconciler may come in the next round. */
  private void warnOfDoubt() {
    if (unresolved) {
      return;
    }
    guarded.forEach(
        (method, found) -> {
          if (!found.provider().settlesDoubt() && found.reconciler().isEmpty()) {
            Mark mark = Mark.on(method, SideEffect.class, round.language()).orElseThrow();
            findings.add(Message.DOUBT_NEEDS_PERSON, mark.place(), found.effect());
          }
        });
  }
}
