package dev.sidegate.processor.guard;

import dev.sidegate.SideEffect;
import dev.sidegate.key.KeyTemplate;
import dev.sidegate.key.KeyTemplateException;
import dev.sidegate.processor.report.Findings;
import dev.sidegate.processor.report.Message;
import dev.sidegate.processor.source.Language;
import dev.sidegate.processor.source.Mark;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Finds the guarded methods that a method overrides: it counts as what it overrides. */
public final class OverrideReader {
  private final Language language;
  private final TypeElement type;
  private final ExecutableElement method;
  private final Findings findings;

  /** For one method. */
  public OverrideReader(
      Language language, TypeElement type, ExecutableElement method, Findings findings) {
    this.language = language;
    this.type = type;
    this.method = method;
    this.findings = findings;
  }

  /** Class and method that own the effect: the topmost guarded one. */
  String owner(Mark mark, String effect) {
    List<ExecutableElement> overridden = overridden();
    for (ExecutableElement base : overridden) {
      Optional<String> baseEffect = effect(base);
      if (baseEffect.isPresent() && !baseEffect.get().equals(effect)) {
        findings.add(
            Message.OVERRIDE_OTHER_EFFECT,
            mark.place(mark.says("effect") ? "effect" : "key"),
            Language.name(method),
            Language.name(base),
            baseEffect.get());
        break;
      }
    }
    ExecutableElement top = overridden.isEmpty() ? method : overridden.get(overridden.size() - 1);
    return language.binaryName(Language.owner(top)) + "#" + top.getSimpleName();
  }

  /** The guarded methods that this one overrides, nearest first, classes above interfaces. */
  public List<ExecutableElement> overridden() {
    List<ExecutableElement> found = new ArrayList<>();
    List<TypeElement> classes = new ArrayList<>();
    Set<TypeElement> interfaces = new LinkedHashSet<>();
    collect(type, classes, interfaces);
    interfaces.forEach(parent -> collect(parent, found));
    classes.forEach(parent -> collect(parent, found));
    return found;
  }

  private void collect(TypeElement parent, List<ExecutableElement> found) {
    for (Element member : parent.getEnclosedElements()) {
      if (member.getKind() == ElementKind.METHOD
          && member.getSimpleName().equals(method.getSimpleName())
          && Mark.isOn(member, SideEffect.class)
          && language.elements().overrides(method, (ExecutableElement) member, type)) {
        found.add((ExecutableElement) member);
      }
    }
  }

  private void collect(TypeElement from, List<TypeElement> classes, Set<TypeElement> interfaces) {
    for (TypeMirror parent : from.getInterfaces()) {
      if (parent.getKind() == TypeKind.DECLARED
          && interfaces.add(Language.element((DeclaredType) parent))) {
        collect(Language.element((DeclaredType) parent), classes, interfaces);
      }
    }
    if (from.getSuperclass().getKind() == TypeKind.DECLARED) {
      TypeElement parent = Language.element((DeclaredType) from.getSuperclass());
      classes.add(parent);
      collect(parent, classes, interfaces);
    }
  }

  private Optional<String> effect(ExecutableElement base) {
    Mark mark = Mark.on(base, SideEffect.class, language).orElseThrow();
    if (!mark.text("effect").isEmpty()) {
      return Optional.of(mark.text("effect"));
    }
    try {
      return KeyTemplate.parse(mark.text("key")).effect();
    } catch (KeyTemplateException reportedThere) {
      return Optional.empty();
    }
  }
}
