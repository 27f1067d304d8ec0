package dev.sidegate.processor.guard;

import dev.sidegate.EffectQuery;
import dev.sidegate.Reconciles;
import dev.sidegate.Reconciliation;
import dev.sidegate.SideEffect;
import dev.sidegate.key.NearestName;
import dev.sidegate.processor.guard.GuardedMethod.Reconciler;
import dev.sidegate.processor.key.Parameter;
import dev.sidegate.processor.report.Findings;
import dev.sidegate.processor.report.Message;
import dev.sidegate.processor.report.Place;
import dev.sidegate.processor.source.Language;
import dev.sidegate.processor.source.Mark;
import dev.sidegate.processor.source.TypeText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.VariableElement;
import org.jspecify.annotations.Nullable;

/** Matches the methods that settle doubt with the effects of their class. */
final class ReconcilesReader {
  private static final int QUERY = -1;

  private final Round round;
  private final List<ExecutableElement> methods;
  private final Map<ExecutableElement, GuardedMethod> guarded;
  private final boolean unresolved;
  private final Findings findings;
  private final Map<String, ExecutableElement> taken = new LinkedHashMap<>();

  ReconcilesReader(
      Round round,
      List<ExecutableElement> methods,
      Map<ExecutableElement, GuardedMethod> guarded,
      boolean unresolved,
      Findings findings) {
    this.round = round;
    this.methods = methods;
    this.guarded = guarded;
    this.unresolved = unresolved;
    this.findings = findings;
  }

  /** Puts each reconciler on its effect. */
  void read() {
    for (ExecutableElement method : methods) {
      Mark.on(method, Reconciles.class, round.language()).ifPresent(mark -> read(method, mark));
    }
  }

  private void read(ExecutableElement method, Mark mark) {
    String effect = mark.text("value");
    Optional<ExecutableElement> owner = owner(effect);
    if (owner.isEmpty()) {
      // An effect that has an error of its own is not unknown.
      if (!unresolved && guarded.size() == guardedInSource()) {
        List<String> names = guarded.values().stream().map(GuardedMethod::effect).toList();
        String suggestion = NearestName.suggest(effect, names);
        findings.add(
            Message.RECONCILES_UNKNOWN,
            mark.place("value"),
            effect,
            suggestion.isEmpty()
                ? "it stands in the class of its effect; move it there"
                : suggestion);
      }
      return;
    }
    ExecutableElement earlier = taken.putIfAbsent(effect, method);
    if (earlier != null) {
      findings.add(Message.RECONCILES_TWICE, mark.place("value"), effect, Language.name(earlier));
      return;
    }
    GuardedMethod found = java.util.Objects.requireNonNull(guarded.get(owner.get()));
    List<Integer> takes = takes(method, owner.get(), effect);
    demandMethod(method, mark, owner.get());
    demandDelay(mark, found);
    if (takes != null) {
      guarded.put(
          owner.get(),
          found.reconciledBy(
              new Reconciler(
                  method.getSimpleName().toString(),
                  round.language().descriptor(method),
                  mark.number("version"),
                  mark.text("settleDelay"),
                  takes)));
    }
  }

  private Optional<ExecutableElement> owner(String effect) {
    return guarded.entrySet().stream()
        .filter(entry -> entry.getValue().effect().equals(effect))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  private long guardedInSource() {
    return methods.stream().filter(method -> Mark.isOn(method, SideEffect.class)).count();
  }

  private @Nullable List<Integer> takes(
      ExecutableElement method, ExecutableElement owner, String effect) {
    List<Integer> takes = new ArrayList<>();
    boolean fits = true;
    for (VariableElement parameter : method.getParameters()) {
      int position =
          Language.is(parameter.asType(), EffectQuery.class)
              ? QUERY
              : position(parameter, owner, effect);
      fits &= position != Integer.MIN_VALUE;
      if (position == QUERY && takes.contains(QUERY)) {
        refuse(Place.of(parameter), "the query is asked for twice", "take one EffectQuery");
        fits = false;
      }
      takes.add(position);
    }
    return fits ? takes : null;
  }

  /** The effect's parameter of the same name and type; the least integer if there is none. */
  private int position(VariableElement wanted, ExecutableElement owner, String effect) {
    String name = wanted.getSimpleName().toString();
    List<String> names = new ArrayList<>();
    for (VariableElement parameter : owner.getParameters()) {
      Parameter given = new Parameter(names.size(), parameter);
      names.add(given.name());
      if (given.name().equals(name)) {
        return demandGiven(wanted, given, effect) ? given.position() : Integer.MIN_VALUE;
      }
    }
    String suggestion = NearestName.suggest(name, names);
    refuse(
        Place.of(wanted),
        "the effect \"" + effect + "\" has no parameter \"" + name + "\"",
        suggestion.isEmpty() ? "take an EffectQuery" : suggestion);
    return Integer.MIN_VALUE;
  }

  private boolean demandGiven(VariableElement wanted, Parameter given, String effect) {
    if (given.isLeftOut()) {
      refuse(
          Place.of(wanted),
          given.name() + " belongs to one attempt, and nobody knows it when doubt is settled",
          "ask the provider by the EffectQuery's action key");
      return false;
    }
    if (!round.language().types().isSameType(wanted.asType(), given.element().asType())) {
      refuse(
          Place.of(wanted),
          given.name()
              + " of the effect \""
              + effect
              + "\" has the type "
              + TypeText.simple(given.element().asType())
              + ", not "
              + TypeText.simple(wanted.asType()),
          "take it by the same type");
      return false;
    }
    return true;
  }

  private void demandMethod(ExecutableElement method, Mark mark, ExecutableElement owner) {
    if (!Language.is(method.getReturnType(), Reconciliation.class)) {
      refuse(
          mark.place(),
          "it returns " + TypeText.simple(method.getReturnType()) + ", which settles nothing",
          "return a Reconciliation");
    }
    if (method.getModifiers().contains(Modifier.ABSTRACT)) {
      refuse(
          mark.place(), "it has no body", "put @Reconciles on the method that asks the provider");
    }
    boolean lost =
        owner.getModifiers().contains(Modifier.STATIC)
            && !method.getModifiers().contains(Modifier.STATIC);
    if (lost) {
      refuse(
          mark.place(), "its effect is static, so there is no object to ask", "make it static too");
    }
    if (Mark.isOn(method, SideEffect.class)) {
      refuse(
          mark.place(), "it acts itself; asking must change nothing", "ask in a method of its own");
    }
    if (mark.number("version") < 1) {
      refuse(mark.place("version"), "versions begin at 1", "raise it when the lookup changes");
    }
  }

  private void demandDelay(Mark mark, GuardedMethod effect) {
    String delay = mark.text("settleDelay");
    if (delay.isEmpty() && !mark.says("settleDelay")) {
      return;
    }
    Optional<Duration> parsed = Durations.parse(delay);
    if (parsed.isEmpty()) {
      findings.add(Message.DURATION, mark.place("settleDelay"), delay, "is no duration");
    } else if (parsed.get().isZero() && !effect.provider().keyed()) {
      refuse(
          mark.place("settleDelay"),
          "a provider without keys needs time before \"not there\" can be believed",
          "give it a second or more: settleDelay = \"1s\"");
    }
  }

  private void refuse(Place place, String reason, String remedy) {
    findings.add(Message.RECONCILES_SIGNATURE, place, reason, remedy);
  }
}
