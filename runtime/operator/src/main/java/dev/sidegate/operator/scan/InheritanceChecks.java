package dev.sidegate.operator.scan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** What spans classes: overrides, the owners of effects, and tools. */
final class InheritanceChecks {
  private final Program program;
  private final Set<String> tools;

  InheritanceChecks(Program program, Set<String> toolAnnotations) {
    this.program = program;
    this.tools = toolAnnotations;
  }

  List<Finding> findings() {
    List<Finding> findings = new ArrayList<>(effects());
    findings.addAll(tools());
    findings.addAll(overrides());
    return findings;
  }

  /** One effect has one owner: the topmost class that guards the method. */
  private List<Finding> effects() {
    Map<String, Set<String>> owners = new LinkedHashMap<>();
    List<Finding> findings = new ArrayList<>();
    for (ScannedClass type : program.classes()) {
      if (type.isProxy()) {
        continue;
      }
      type.guarded()
          .filter(method -> !method.isAbstract())
          .forEach(
              method -> {
                String effect = String.valueOf(method.effect());
                Set<String> known = owners.computeIfAbsent(effect, none -> new LinkedHashSet<>());
                String owner = owner(type, method);
                if (!effect.isEmpty() && known.add(owner) && known.size() > 1) {
                  findings.add(
                      Finding.of(
                          Check.SC004,
                          type,
                          method,
                          "claims the effect '"
                              + effect
                              + "', which belongs to "
                              + known.iterator().next()));
                }
              });
    }
    return findings;
  }

  private String owner(ScannedClass type, ScannedMethod method) {
    String owner = type.binaryName() + "#" + method.signature();
    for (ScannedClass ancestor : program.ancestors(type)) {
      if (overridden(type, method, ancestor, ScannedMethod::isGuarded).isPresent()) {
        owner = ancestor.binaryName() + "#" + method.signature();
      }
    }
    return owner;
  }

  private List<Finding> tools() {
    List<Finding> findings = new ArrayList<>();
    for (ScannedClass type : program.classes()) {
      for (ScannedMethod method : type.methods()) {
        if (isTool(method)
            && !method.isAbstract()
            && !method.isBridge()
            && !type.isProxy()
            && !method.isGuarded()
            && !method.isReadOnly()
            && lostGuard(type, method).isEmpty()) {
          findings.add(Finding.of(Check.SC005, type, method, "is a tool without a guard"));
        }
      }
    }
    return findings;
  }

  private List<Finding> overrides() {
    List<Finding> findings = new ArrayList<>();
    for (ScannedClass type : program.overriding()) {
      if (type.isProxy()) {
        continue;
      }
      for (ScannedMethod method : type.methods()) {
        ScannedMethod runs = behindBridge(type, method);
        if (runs.isGuarded() || method.isAbstract() || runs.callsSuper() || method.callsSuper()) {
          continue;
        }
        Optional<String> guardedBy = lostGuard(type, method);
        if (guardedBy.isPresent()) {
          findings.add(
              Finding.of(
                  Check.SC006,
                  type,
                  runs,
                  "overrides the guarded method of " + guardedBy.get() + " without a guard"));
        } else if (!runs.isReadOnly() && !isTool(runs) && implementsTool(type, method)) {
          findings.add(Finding.of(Check.SC005, type, runs, "implements a tool, and has no guard"));
        }
      }
    }
    return findings;
  }

  /** The class whose guarded method this one overrides. */
  private Optional<String> lostGuard(ScannedClass type, ScannedMethod method) {
    return program.ancestors(type).stream()
        .filter(
            ancestor -> overridden(type, method, ancestor, ScannedMethod::isGuarded).isPresent())
        .map(ScannedClass::binaryName)
        .findFirst();
  }

  private boolean implementsTool(ScannedClass type, ScannedMethod method) {
    return program.ancestors(type).stream()
        .anyMatch(
            ancestor ->
                overridden(
                        type,
                        method,
                        ancestor,
                        parent -> isTool(parent) && parent.isAbstract() && !parent.isReadOnly())
                    .isPresent());
  }

  private static Optional<ScannedMethod> overridden(
      ScannedClass type,
      ScannedMethod method,
      ScannedClass ancestor,
      Predicate<ScannedMethod> wanted) {
    return ancestor.methods().stream()
        .filter(parent -> !parent.isBridge() && wanted.test(parent))
        .filter(parent -> parent.hasSignatureOf(method))
        .filter(parent -> parent.canBeOverriddenFrom(ancestor.packageName(), type.packageName()))
        .findFirst();
  }

  /**
   * Generic overrides have another erased signature; a bridge of the overridden one leads there.
   */
  private static ScannedMethod behindBridge(ScannedClass type, ScannedMethod method) {
    if (!method.isBridge()) {
      return method;
    }
    return method
        .bridgeTarget(type.name())
        .flatMap(
            target ->
                type.methods().stream()
                    .filter(
                        other ->
                            other.name().equals(method.name()) && other.descriptor().equals(target))
                    .findFirst())
        .orElse(method);
  }

  private boolean isTool(ScannedMethod method) {
    return !Collections.disjoint(method.annotations(), tools);
  }
}
