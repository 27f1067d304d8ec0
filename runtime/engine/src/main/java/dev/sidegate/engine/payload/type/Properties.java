package dev.sidegate.engine.payload.type;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is kept of a class. Of a record its components; of any other class its state: a field that
 * something reads, or a getter with a setter. A getter with neither is derived from the others and
 * left out; a field that nothing reads would be lost, so the class is refused.
 */
final class Properties {
  private Properties() {}

  static List<Property> of(GenericType type, Members members, String path) {
    return type.raw().isRecord() ? components(type, members) : ofBean(type, members, path);
  }

  private static List<Property> components(GenericType type, Members members) {
    List<Property> components = new ArrayList<>();
    for (RecordComponent component : type.raw().getRecordComponents()) {
      List<AnnotatedElement> bearers = new ArrayList<>(List.of(component, component.getAccessor()));
      Field field = members.field(component.getName());
      if (field != null) {
        bearers.add(field);
      }
      components.add(
          new Property(
              component.getName(),
              component.getAccessor(),
              type.member(component.getGenericType()),
              bearers));
    }
    return components;
  }

  private static List<Property> ofBean(GenericType type, Members members, String path) {
    Map<String, Property> properties = new LinkedHashMap<>();
    Set<Field> read = new HashSet<>();
    for (Method getter : members.getters()) {
      String name = Members.propertyOf(getter);
      if (name == null || !Access.isReachable(getter) || properties.containsKey(name)) {
        continue;
      }
      Field field = members.fieldOf(name, getter);
      if (Members.isState(field) || members.setter(name) != null) {
        properties.put(
            name,
            new Property(
                name,
                getter,
                type.member(getter.getGenericReturnType()),
                field == null ? List.of(getter) : List.of(getter, field)));
      }
      if (field != null) {
        read.add(field);
      }
    }
    for (Field field : members.state()) {
      if (!read.contains(field) && !Members.isMarked(List.of(field), "PerAttempt")) {
        properties.put(field.getName(), ofField(type, field, path));
      }
    }
    return List.copyOf(properties.values());
  }

  private static Property ofField(GenericType type, Field field, String path) {
    if (!Access.isReachable(field)) {
      throw new TypeRefusedException(
          path,
          "nothing reads its field "
              + field.getName()
              + ", so two different values would look alike",
          "add a getter, make it transient, or pass a record");
    }
    return new Property(
        field.getName(), field, type.member(field.getGenericType()), List.of(field));
  }
}
