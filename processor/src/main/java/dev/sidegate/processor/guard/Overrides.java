package dev.sidegate.processor.guard;

import dev.sidegate.SideEffect;
import dev.sidegate.key.KeyTemplate;
import dev.sidegate.key.KeyTemplateException;
import dev.sidegate.processor.report.Findings;
import dev.sidegate.processor.report.Message;
import dev.sidegate.processor.report.Place;
import dev.sidegate.processor.source.Language;
import dev.sidegate.processor.source.Mark;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Guarded methods and what they override: an override counts as what it overrides. */
public final class Overrides {
  private final Language language;
  private final Findings findings;
  private final Map<TypeElement, List<ExecutableElement>> guardedIn = new HashMap<>();

  /** For one round. */
  public Overrides(Language language, Findings findings) {
    this.language = language;
    this.findings = findings;
  }

  /** Finds methods of a class and of classes in it that override a guarded one without a guard. */
  public void demandGuards(TypeElement type) {
    List<ExecutableElement> inherited = inherited(type);
    for (Element member : type.getEnclosedElements()) {
      if (member instanceof TypeElement nested) {
        demandGuards(nested);
      } else if (member.getKind() == ElementKind.METHOD && !inherited.isEmpty()) {
        demandGuard(type, (ExecutableElement) member, inherited);
      }
    }
  }

  private void demandGuard(
      TypeElement type, ExecutableElement method, List<ExecutableElement> inherited) {
    if (method.getModifiers().contains(Modifier.ABSTRACT) || Mark.isOn(method, SideEffect.class)) {
      return;
    }
    for (ExecutableElement guarded : inherited) {
      if (isOverridden(method, guarded, type)) {
        findings.add(
            Message.OVERRIDE_UNGUARDED,
            Place.of(method),
            Language.name(method),
            Language.name(guarded));
        return;
      }
    }
  }

  /** Class and method that own an effect: the topmost guarded method of those it overrides. */
  String owner(TypeElement type, ExecutableElement method, Mark mark, String effect) {
    ExecutableElement top = method;
    for (ExecutableElement base : inherited(type)) {
      if (isOverridden(method, base, type)) {
        top = base;
        Optional<String> other = effect(base).filter(named -> !named.equals(effect));
        if (other.isPresent()) {
          findings.add(
              Message.OVERRIDE_OTHER_EFFECT,
              mark.place(mark.says("effect") ? "effect" : "key"),
              Language.name(method),
              Language.name(base),
              other.get());
          break;
        }
      }
    }
    return language.binaryName(Language.owner(top)) + "#" + top.getSimpleName();
  }

  private boolean isOverridden(ExecutableElement method, ExecutableElement base, TypeElement type) {
    return method.getSimpleName().equals(base.getSimpleName())
        && language.elements().overrides(method, base, type);
  }

  /**
   * The guarded methods of a class's ancestors: interfaces first, then classes, the topmost last.
   */
  private List<ExecutableElement> inherited(TypeElement type) {
    Set<TypeElement> classes = new LinkedHashSet<>();
    Set<TypeElement> interfaces = new LinkedHashSet<>();
    collect(type, classes, interfaces);
    List<ExecutableElement> inherited = new ArrayList<>();
    interfaces.forEach(parent -> inherited.addAll(guarded(parent)));
    classes.forEach(parent -> inherited.addAll(guarded(parent)));
    return inherited;
  }

  private static void collect(
      TypeElement from, Set<TypeElement> classes, Set<TypeElement> interfaces) {
    for (TypeMirror parent : from.getInterfaces()) {
      if (parent.getKind() == TypeKind.DECLARED
          && interfaces.add(Language.element((DeclaredType) parent))) {
        collect(Language.element((DeclaredType) parent), classes, interfaces);
      }
    }
    if (from.getSuperclass().getKind() == TypeKind.DECLARED
        && classes.add(Language.element((DeclaredType) from.getSuperclass()))) {
      collect(Language.element((DeclaredType) from.getSuperclass()), classes, interfaces);
    }
  }

  private List<ExecutableElement> guarded(TypeElement type) {
    List<ExecutableElement> known = guardedIn.get(type);
    if (known != null) {
      return known;
    }
    List<ExecutableElement> guarded = new ArrayList<>();
    // Most classes extend only classes of the JDK, which has no guarded method.
    if (!type.getQualifiedName().toString().startsWith("java.")) {
      for (Element member : type.getEnclosedElements()) {
        if (member.getKind() == ElementKind.METHOD && Mark.isOn(member, SideEffect.class)) {
          guarded.add((ExecutableElement) member);
        }
      }
    }
    guardedIn.put(type, guarded);
    return guarded;
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
