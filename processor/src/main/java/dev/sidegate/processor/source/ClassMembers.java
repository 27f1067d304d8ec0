package dev.sidegate.processor.source;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/**
 * The members of a class that matter here, its own before inherited ones: what reads, what sets,
 * what keeps. Built once per class and round.
 */
public final class ClassMembers {
  private final TypeElement type;
  private final Language language;
  private final Map<String, ExecutableElement> noArguments = new LinkedHashMap<>();
  private final Map<String, ExecutableElement> setters = new LinkedHashMap<>();
  private final Map<String, VariableElement> fields = new LinkedHashMap<>();
  private @Nullable List<Property> components;
  private @Nullable List<Property> getters;
  private boolean unresolved;
  private boolean lombok;

  ClassMembers(TypeElement type, Language language) {
    this.type = type;
    this.language = language;
    collect(type, new LinkedHashSet<>());
  }

  /** The class. */
  public TypeElement type() {
    return type;
  }

  /**
   * Whether a later round may bring members: a superclass is missing, or Lombok has not been here.
   */
  public boolean isUnfinished() {
    return !language.lastRound() && (unresolved || lombok);
  }

  /** Whether Lombok is asked to add members. */
  public boolean isLombok() {
    return lombok;
  }

  /** Whether this is a record. */
  public boolean isRecord() {
    return type.getKind() == ElementKind.RECORD;
  }

  /**
   * A record's components, read by their accessors. Found by name, because the component's own
   * accessor is missing for class files of some compilers.
   */
  public List<Property> components() {
    if (components == null) {
      List<Property> found = new ArrayList<>();
      for (Element member : type.getEnclosedElements()) {
        if (member.getKind() == ElementKind.RECORD_COMPONENT) {
          found.add(component(member.getSimpleName().toString(), member));
        }
      }
      components = List.copyOf(found);
    }
    return components;
  }

  private Property component(String name, Element component) {
    List<Element> bearers = new ArrayList<>(List.of(component));
    Element reader = component;
    ExecutableElement accessor = noArguments.get(name);
    if (accessor != null) {
      reader = accessor;
      bearers.add(accessor);
    }
    VariableElement field = fields.get(name);
    if (field != null) {
      bearers.add(field);
    }
    return new Property(name, reader, bearers);
  }

  /**
   * What reads a property, each by its own: a record's component, else getters, else a public final
   * field. More than one is ambiguous.
   */
  public List<Property> readers(String name) {
    for (Property component : components()) {
      if (component.name().equals(name)) {
        return List.of(component);
      }
    }
    List<Property> getters =
        getters().stream().filter(getter -> getter.name().equals(name)).toList();
    if (!getters.isEmpty()) {
      return getters;
    }
    VariableElement field = fields.get(name);
    return field != null && isPublicFinal(field)
        ? List.of(new Property(name, field, List.of(field)))
        : List.of();
  }

  /** The names of all properties that can be read. */
  public Set<String> readableNames() {
    Set<String> names = new LinkedHashSet<>();
    components().forEach(component -> names.add(component.name()));
    getters().forEach(getter -> names.add(getter.name()));
    fields.values().stream()
        .filter(ClassMembers::isPublicFinal)
        .forEach(field -> names.add(field.getSimpleName().toString()));
    return names;
  }

  /** The getters, in the order of the source. */
  public List<Property> getters() {
    if (getters == null) {
      List<Property> found = new ArrayList<>();
      for (ExecutableElement method : noArguments.values()) {
        String name = propertyOf(method);
        if (name != null) {
          VariableElement field = fieldOf(name, method);
          found.add(
              new Property(name, method, field == null ? List.of(method) : List.of(method, field)));
        }
      }
      getters = List.copyOf(found);
    }
    return getters;
  }

  /** The fields that keep an instance's state: neither static nor transient. */
  public List<VariableElement> state() {
    return fields.values().stream()
        .filter(field -> !field.getModifiers().contains(Modifier.TRANSIENT))
        .toList();
  }

  /** The field that a getter's property is kept in; null if there is none of that name. */
  public @Nullable VariableElement fieldOf(String property, ExecutableElement getter) {
    VariableElement field = fields.get(property);
    // A boolean field isActive is read by isActive() as the property active.
    return field != null ? field : fields.get(getter.getSimpleName().toString());
  }

  /** The field of that name. */
  public @Nullable VariableElement field(String name) {
    return fields.get(name);
  }

  /** The method {@code setX} of a property; null if there is none. */
  public @Nullable ExecutableElement setter(String property) {
    for (Map.Entry<String, ExecutableElement> setter : setters.entrySet()) {
      if (decapitalize(setter.getKey().substring("set".length())).equals(property)) {
        return setter.getValue();
      }
    }
    return null;
  }

  /** The constructors, in the order of the source. */
  public List<ExecutableElement> constructors() {
    List<ExecutableElement> constructors = new ArrayList<>();
    for (Element member : type.getEnclosedElements()) {
      if (member.getKind() == ElementKind.CONSTRUCTOR) {
        constructors.add((ExecutableElement) member);
      }
    }
    return constructors;
  }

  /** The rule of {@code java.beans}, without its module: {@code Id} is id, {@code URL} stays. */
  private static String decapitalize(String name) {
    if (name.length() > 1
        && Character.isUpperCase(name.charAt(0))
        && Character.isUpperCase(name.charAt(1))) {
      return name;
    }
    return Character.toLowerCase(name.charAt(0)) + name.substring(1);
  }

  private static boolean isPublicFinal(VariableElement field) {
    return field.getModifiers().contains(Modifier.PUBLIC)
        && field.getModifiers().contains(Modifier.FINAL);
  }

  private static @Nullable String propertyOf(ExecutableElement method) {
    String name = method.getSimpleName().toString();
    if (name.startsWith("get") && name.length() > 3 && !name.equals("getClass")) {
      return decapitalize(name.substring(3));
    }
    boolean truth =
        method.getReturnType().getKind() == TypeKind.BOOLEAN
            || Language.is(method.getReturnType(), Boolean.class);
    return name.startsWith("is") && name.length() > 2 && truth
        ? decapitalize(name.substring(2))
        : null;
  }

  private void collect(TypeElement from, Set<TypeElement> seen) {
    if (!seen.add(from) || from.getQualifiedName().contentEquals("java.lang.Object")) {
      return;
    }
    lombok |= isForLombok(from);
    for (Element member : from.getEnclosedElements()) {
      collect(member);
    }
    collect(from.getSuperclass(), seen);
    from.getInterfaces().forEach(parent -> collect(parent, seen));
  }

  private void collect(TypeMirror parent, Set<TypeElement> seen) {
    if (parent.getKind() == TypeKind.DECLARED) {
      collect(Language.element((DeclaredType) parent), seen);
    } else if (parent.getKind() == TypeKind.ERROR) {
      unresolved = true;
    }
  }

  private void collect(Element member) {
    if (member.getModifiers().contains(Modifier.STATIC)) {
      return;
    }
    String name = member.getSimpleName().toString();
    if (member instanceof ExecutableElement method && method.getKind() == ElementKind.METHOD) {
      collect(name, method);
    } else if (member.getKind() == ElementKind.FIELD) {
      fields.putIfAbsent(name, (VariableElement) member);
    }
  }

  private void collect(String name, ExecutableElement method) {
    if (!method.getTypeParameters().isEmpty()) {
      return;
    }
    int parameters = method.getParameters().size();
    if (parameters == 0 && method.getReturnType().getKind() != TypeKind.VOID) {
      noArguments.putIfAbsent(name, method);
    } else if (parameters == 1 && name.startsWith("set") && name.length() > 3) {
      setters.putIfAbsent(name, method);
    }
  }

  private static boolean isForLombok(TypeElement from) {
    return hasLombok(from) || from.getEnclosedElements().stream().anyMatch(ClassMembers::hasLombok);
  }

  private static boolean hasLombok(Element element) {
    return Mark.names(element).stream().anyMatch(name -> name.startsWith("lombok."));
  }
}
