package dev.sidegate.engine.payload.type;

import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads one type, from the outside inwards, and refuses what no tree can be made of. */
final class TypeReader {
  private final String path;
  private final Deque<GenericType> within;

  private TypeReader(String path, Deque<GenericType> within) {
    this.path = path;
    this.within = within;
  }

  static TreeType read(GenericType type) {
    return new TypeReader(type.name(), new ArrayDeque<>()).any(type);
  }

  private TreeType any(GenericType type) {
    Class<?> raw = type.raw();
    TreeType scalar = ScalarTypes.of(raw);
    if (scalar != null) {
      return scalar;
    } else if (raw == Object.class) {
      return ContainerTypes.OPEN;
    } else if (raw.isArray()) {
      GenericType component = type.arguments().get(0);
      return ContainerTypes.array(component.raw(), at("[]").any(component));
    } else if (raw == Optional.class) {
      return ContainerTypes.optional(any(argument(type, 0)));
    } else if (ContainerTypes.isCollection(raw)) {
      return collection(type);
    } else if (ContainerTypes.isMap(raw)) {
      return map(type);
    }
    return ofApplication(type);
  }

  private TreeType collection(GenericType type) {
    GenericType element = argument(type, 0);
    return type.raw() == List.class && element.raw() == Object.class
        ? ContainerTypes.OPEN_LIST
        : ContainerTypes.collection(type.raw(), at("[]").any(element));
  }

  private TreeType map(GenericType type) {
    GenericType key = argument(type, 0);
    GenericType value = argument(type, 1);
    Function<String, ?> keys = ScalarTypes.key(key.raw());
    if (keys == null) {
      throw refused(
          "a map's key must be text, an integer, an enum or a UUID",
          "use such a key, or a list of records");
    }
    return type.raw() == Map.class && key.raw() == String.class && value.raw() == Object.class
        ? ContainerTypes.OPEN_MAP
        : ContainerTypes.map(type.raw(), keys, at("{}").any(value));
  }

  private GenericType argument(GenericType type, int index) {
    if (type.arguments().isEmpty()) {
      throw refused(type.name() + " does not say of what", "give the full generic type");
    }
    return type.arguments().get(index);
  }

  private TreeType ofApplication(GenericType type) {
    Class<?> raw = type.raw();
    if (raw.getName().startsWith("java.") || raw.getName().startsWith("javax.")) {
      throw refused(
          raw.getName() + " has no form that could be stored and built again",
          "use a record of the values that are meant");
    }
    if (raw.isEnum()) {
      return ScalarTypes.constants(raw);
    }
    if (within.contains(type)) {
      throw refused(type.name() + " contains itself", "use a list with ids instead of a graph");
    }
    within.push(type);
    TreeType read = raw.isSealed() ? sealed(raw) : object(type);
    within.pop();
    return read;
  }

  private TreeType object(GenericType type) {
    demandConcrete(type.raw());
    Members members = new Members(type.raw());
    List<ObjectType.Field> fields = new ArrayList<>();
    List<Property> kept = new ArrayList<>();
    boolean whole = true;
    for (Property property : Properties.of(type, members, path)) {
      if (property.isPerAttempt()) {
        whole = false;
      } else {
        Access.open(Construction.accessible(property.reader()), path);
        TypeReader inside = at("." + property.name());
        fields.add(new ObjectType.Field(property, property.marked(inside.any(property.type()))));
        kept.add(property);
      }
    }
    return new ObjectType(
        type.raw(), fields, whole ? Construction.of(type, members, kept, path) : Optional.empty());
  }

  private TreeType sealed(Class<?> sealed) {
    Map<String, SealedType.Case> cases = new LinkedHashMap<>();
    for (Class<?> leaf : leaves(sealed, new LinkedHashSet<>())) {
      TreeType type =
          leaf.isEnum() ? ScalarTypes.constants(leaf) : object(new GenericType(leaf, List.of()));
      cases.put(new GenericType(leaf, List.of()).name(), new SealedType.Case(leaf, type));
    }
    return new SealedType(sealed.getName(), cases);
  }

  /** Every concrete class that a value can be of. */
  private Collection<Class<?>> leaves(Class<?> type, Set<Class<?>> leaves) {
    boolean concrete = !type.isInterface() && !Modifier.isAbstract(type.getModifiers());
    if (concrete || type.isEnum()) {
      leaves.add(type);
    }
    if (type.isSealed() && !type.isEnum()) {
      for (Class<?> permitted : type.getPermittedSubclasses()) {
        if (permitted.getTypeParameters().length > 0) {
          throw refused(
              "a generic subtype of a sealed type does not say of what",
              "make it a type without parameters");
        }
        leaves(permitted, leaves);
      }
    } else if (!type.isEnum() && !Modifier.isFinal(type.getModifiers())) {
      throw refused(
          type.getName() + " is open below a sealed type, so any class may stand there",
          "make it final or a record");
    }
    return leaves;
  }

  private void demandConcrete(Class<?> type) {
    if (type.isInterface() || Modifier.isAbstract(type.getModifiers())) {
      throw refused(
          type.getName() + " is open, so any class may stand there",
          "use a record, or make it sealed");
    }
    boolean outer =
        type.isAnonymousClass()
            || type.isHidden()
            || ((type.isMemberClass() || type.isLocalClass())
                && !Modifier.isStatic(type.getModifiers()));
    if (outer) {
      throw refused(
          type.getName() + " belongs to an object or a method that no payload holds",
          "use a record, or a static class");
    }
  }

  private TypeReader at(String more) {
    return new TypeReader(path + more, within);
  }

  private TypeRefusedException refused(String reason, String remedy) {
    return new TypeRefusedException(path, reason, remedy);
  }

  /** The type of a value that nobody declared. */
  static @Nullable TreeType ofUndeclared(Object value) {
    if (value instanceof Map) {
      return ContainerTypes.OPEN_MAP;
    } else if (value instanceof List) {
      return ContainerTypes.OPEN_LIST;
    } else if (value instanceof Set) {
      return ContainerTypes.collection(Set.class, ContainerTypes.OPEN);
    }
    return null;
  }
}
