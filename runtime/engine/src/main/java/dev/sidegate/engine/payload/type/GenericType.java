package dev.sidegate.engine.payload.type;

import java.lang.reflect.Array;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A type with every variable replaced: a class and what its parameters stand for. Two equal ones
 * are the same type.
 *
 * @param raw the class; of an array, the array's
 * @param arguments of its parameters; of an array, its component alone; empty for a raw type
 */
record GenericType(Class<?> raw, List<GenericType> arguments) {

  GenericType {
    arguments = List.copyOf(arguments);
  }

  /** A type without variables. */
  static GenericType of(Type type) {
    return resolve(type, Map.of());
  }

  /** The type of a member that this type declares or inherits. */
  GenericType member(Type declared) {
    Map<TypeVariable<?>, GenericType> variables = new HashMap<>();
    collect(variables);
    return resolve(declared, variables);
  }

  /** As the source would name it, without packages. */
  String name() {
    if (raw.isArray()) {
      return arguments.get(0).name() + "[]";
    } else if (raw.isPrimitive()) {
      return raw.getName();
    }
    String simple = raw.getName().substring(raw.getPackageName().length()).replaceFirst("^\\.", "");
    return arguments.isEmpty()
        ? simple.replace('$', '.')
        : simple.replace('$', '.')
            + arguments.stream().map(GenericType::name).collect(Collectors.joining(", ", "<", ">"));
  }

  private void collect(Map<TypeVariable<?>, GenericType> variables) {
    TypeVariable<?>[] parameters = raw.getTypeParameters();
    for (int i = 0; i < Math.min(parameters.length, arguments.size()); i++) {
      variables.put(parameters[i], arguments.get(i));
    }
    Type parent = raw.getGenericSuperclass();
    if (parent != null && parent != Object.class) {
      resolve(parent, variables).collect(variables);
    }
    for (Type implemented : raw.getGenericInterfaces()) {
      resolve(implemented, variables).collect(variables);
    }
  }

  private static GenericType resolve(Type type, Map<TypeVariable<?>, GenericType> variables) {
    if (type instanceof Class<?> raw) {
      return raw.isArray()
          ? new GenericType(raw, List.of(resolve(raw.getComponentType(), variables)))
          : new GenericType(raw, List.of());
    } else if (type instanceof ParameterizedType parameterized) {
      List<GenericType> arguments = new ArrayList<>();
      for (Type argument : parameterized.getActualTypeArguments()) {
        arguments.add(resolve(argument, variables));
      }
      return new GenericType((Class<?>) parameterized.getRawType(), arguments);
    } else if (type instanceof GenericArrayType array) {
      GenericType component = resolve(array.getGenericComponentType(), variables);
      return new GenericType(Array.newInstance(component.raw(), 0).getClass(), List.of(component));
    } else if (type instanceof WildcardType wildcard) {
      return resolve(wildcard.getUpperBounds()[0], variables);
    }
    GenericType known = variables.get(type);
    return known != null ? known : new GenericType(erased((TypeVariable<?>) type), List.of());
  }

  /** What a variable without a value is at least. */
  private static Class<?> erased(TypeVariable<?> variable) {
    Type bound = variable.getBounds()[0];
    while (bound instanceof TypeVariable<?> next) {
      bound = next.getBounds()[0];
    }
    Type raw = bound instanceof ParameterizedType p ? p.getRawType() : bound;
    return (Class<?>) raw;
  }
}
