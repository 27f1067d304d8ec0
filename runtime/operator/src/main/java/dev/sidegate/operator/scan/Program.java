package dev.sidegate.operator.scan;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.objectweb.asm.ClassReader;

/**
 * All classes that were scanned, and how they inherit from each other. Built in two walks over the
 * class files: first declarations, then the whole of the few classes that may override a guarded
 * method.
 */
final class Program {
  private final Map<String, ScannedClass> classes = new LinkedHashMap<>();
  private final Map<String, ScannedClass> whole = new HashMap<>();
  private final List<Finding> unreadable = new ArrayList<>();

  private Program() {}

  /** Reads it. */
  static Program read(ClassFiles files, Set<String> toolAnnotations) {
    Program program = new Program();
    files.walk(program::declare);
    Set<String> subclasses =
        program.subclassesOf(
            type ->
                type.methods().stream()
                    .anyMatch(
                        method ->
                            method.isGuarded()
                                || !Collections.disjoint(method.annotations(), toolAnnotations)));
    if (!subclasses.isEmpty()) {
      files.walk((origin, file) -> program.readWhole(origin, file, subclasses));
    }
    return program;
  }

  /** In the order they were found; of equal names the first, as on a class path. */
  Collection<ScannedClass> classes() {
    return classes.values();
  }

  Optional<ScannedClass> find(String name) {
    return Optional.ofNullable(classes.get(name));
  }

  /** Those that inherit from a class with guarded methods or tools, with all their methods. */
  Collection<ScannedClass> overriding() {
    return classes.keySet().stream().filter(whole::containsKey).map(whole::get).toList();
  }

  List<Finding> unreadable() {
    return unreadable;
  }

  /** Superclasses and interfaces, nearest first, as far as they were scanned. */
  List<ScannedClass> ancestors(ScannedClass type) {
    Set<String> seen = new LinkedHashSet<>();
    Deque<String> open = new ArrayDeque<>(type.parents());
    while (!open.isEmpty()) {
      String name = open.removeFirst();
      if (classes.containsKey(name) && seen.add(name)) {
        open.addAll(classes.get(name).parents());
      }
    }
    return seen.stream().map(classes::get).toList();
  }

  private void declare(String origin, byte[] file) {
    try {
      ScannedClass type = ClassFileReader.declarations(origin, file);
      classes.putIfAbsent(type.name(), type);
    } catch (RuntimeException broken) {
      unreadable.add(
          Finding.of(Check.SC009, origin, "a class file cannot be read: " + broken.getMessage()));
    }
  }

  private void readWhole(String origin, byte[] file, Set<String> wanted) {
    try {
      String name = new ClassReader(file).getClassName();
      if (wanted.contains(name)) {
        whole.putIfAbsent(name, ClassFileReader.whole(origin, file));
      }
    } catch (RuntimeException broken) {
      // Told once, by the first walk.
    }
  }

  private Set<String> subclassesOf(Predicate<ScannedClass> wanted) {
    Map<String, List<String>> children = new HashMap<>();
    for (ScannedClass type : classes.values()) {
      for (String parent : type.parents()) {
        children.computeIfAbsent(parent, none -> new ArrayList<>()).add(type.name());
      }
    }
    Set<String> found = new LinkedHashSet<>();
    Deque<String> open = new ArrayDeque<>();
    classes.values().stream().filter(wanted).map(ScannedClass::name).forEach(open::add);
    while (!open.isEmpty()) {
      for (String child : children.getOrDefault(open.removeFirst(), List.of())) {
        if (found.add(child)) {
          open.add(child);
        }
      }
    }
    return found;
  }
}
