package dev.sidegate.engine.payload.type;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How an object is built from its properties: a record by its canonical constructor, any other by
 * the constructor that takes the most of them by name and type, the rest by setters or fields.
 *
 * @param constructor makes it
 * @param arguments the properties that the constructor takes, in that order
 * @param settings what is set afterwards, by property
 */
record Construction(
    Constructor<?> constructor, List<String> arguments, Map<String, Member> settings) {

  /** How to build it; empty where that cannot be done. */
  static Optional<Construction> of(
      GenericType type, Members members, List<Property> properties, String path) {
    Map<String, GenericType> types = new LinkedHashMap<>();
    properties.forEach(property -> types.put(property.name(), property.type()));
    for (Constructor<?> constructor : constructors(type.raw())) {
      List<String> arguments = arguments(type, constructor, types);
      Map<String, Member> settings =
          arguments == null ? null : settings(type, members, types, arguments);
      if (arguments != null && settings != null) {
        Access.open(constructor, path);
        settings.values().forEach(member -> Access.open(accessible(member), path));
        return Optional.of(new Construction(constructor, arguments, settings));
      }
    }
    return Optional.empty();
  }

  /** Builds one from the properties' values. */
  Object build(Map<String, @Nullable Object> values) {
    @Nullable Object[] taken = new @Nullable Object[arguments.size()];
    for (int i = 0; i < taken.length; i++) {
      taken[i] = values.get(arguments.get(i));
    }
    Object built = Access.create(constructor, taken);
    settings.forEach((name, member) -> Access.write(member, built, values.get(name)));
    return built;
  }

  private static List<Constructor<?>> constructors(Class<?> type) {
    Comparator<Constructor<?>> most = Comparator.comparingInt(c -> -c.getParameterCount());
    return Arrays.stream(type.getDeclaredConstructors())
        .filter(constructor -> Access.isReachable(constructor) || type.isRecord())
        .filter(constructor -> !constructor.isSynthetic())
        .sorted(most.thenComparing(Constructor::toGenericString))
        .toList();
  }

  /** The properties that a constructor takes; null if it takes something else. */
  private static @Nullable List<String> arguments(
      GenericType type, Constructor<?> constructor, Map<String, GenericType> types) {
    if (type.raw().isRecord()) {
      return isCanonical(constructor, type.raw()) ? List.copyOf(types.keySet()) : null;
    }
    List<String> names = new ArrayList<>();
    for (Parameter parameter : constructor.getParameters()) {
      GenericType property = types.get(parameter.getName());
      boolean fits =
          parameter.isNamePresent()
              && property != null
              && property.equals(type.member(parameter.getParameterizedType()));
      if (!fits) {
        return null;
      }
      names.add(parameter.getName());
    }
    return names;
  }

  private static boolean isCanonical(Constructor<?> constructor, Class<?> record) {
    Class<?>[] components =
        Arrays.stream(record.getRecordComponents())
            .map(RecordComponent::getType)
            .toArray(Class<?>[]::new);
    return Arrays.equals(constructor.getParameterTypes(), components);
  }

  /** How the rest is set; null if something cannot be. */
  private static @Nullable Map<String, Member> settings(
      GenericType type, Members members, Map<String, GenericType> types, List<String> arguments) {
    Map<String, Member> settings = new LinkedHashMap<>();
    for (Map.Entry<String, GenericType> property : types.entrySet()) {
      if (!arguments.contains(property.getKey())) {
        Member setting = setting(type, members, property.getKey(), property.getValue());
        if (setting == null) {
          return null;
        }
        settings.put(property.getKey(), setting);
      }
    }
    return settings;
  }

  private static @Nullable Member setting(
      GenericType type, Members members, String name, GenericType propertyType) {
    Method setter = members.setter(name);
    if (setter != null
        && Access.isReachable(setter)
        && type.member(setter.getGenericParameterTypes()[0]).equals(propertyType)) {
      return setter;
    }
    Field field = members.field(name);
    boolean written =
        field != null && !Modifier.isFinal(field.getModifiers()) && Access.isReachable(field);
    return written ? field : null;
  }

  static AccessibleObject accessible(Member member) {
    return (AccessibleObject) member;
  }
}
