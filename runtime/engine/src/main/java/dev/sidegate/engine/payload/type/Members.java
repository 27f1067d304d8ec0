package dev.sidegate.engine.payload.type;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The members of a class that matter here, its own before inherited ones. */
final class Members {
  private final Map<String, Method> noArguments = new TreeMap<>();
  private final Map<String, Method> setters = new TreeMap<>();
  private final Map<String, Field> fields = new TreeMap<>();

  Members(Class<?> type) {
    collect(type, new LinkedHashSet<>());
  }

  /** The methods {@code getX} and {@code isX}, by name. */
  List<Method> getters() {
    return noArguments.values().stream().filter(method -> propertyOf(method) != null).toList();
  }

  /** The property that a getter reads; null for another method. */
  static @Nullable String propertyOf(Method method) {
    String name = method.getName();
    if (name.startsWith("get") && name.length() > 3 && !name.equals("getClass")) {
      return decapitalize(name.substring(3));
    }
    boolean truth =
        method.getReturnType() == boolean.class || method.getReturnType() == Boolean.class;
    return name.startsWith("is") && name.length() > 2 && truth
        ? decapitalize(name.substring(2))
        : null;
  }

  /** The field that a getter's property is kept in: {@code active} or {@code isActive}. */
  @Nullable Field fieldOf(String property, Method getter) {
    Field field = fields.get(property);
    return field != null ? field : fields.get(getter.getName());
  }

  /** The field of that name. */
  @Nullable Field field(String name) {
    return fields.get(name);
  }

  /** The method without arguments of that name. */
  @Nullable Method accessor(String name) {
    return noArguments.get(name);
  }

  /** The fields that keep an instance's state. */
  List<Field> state() {
    return fields.values().stream().filter(Members::isState).toList();
  }

  static boolean isState(@Nullable Field field) {
    return field != null && !Modifier.isTransient(field.getModifiers());
  }

  /** The method {@code setX} of a property; null if there is none. */
  @Nullable Method setter(String property) {
    return setters.values().stream()
        .filter(setter -> decapitalize(setter.getName().substring(3)).equals(property))
        .findFirst()
        .orElse(null);
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

  private void collect(Class<?> from, Set<Class<?>> seen) {
    if (from == Object.class || !seen.add(from)) {
      return;
    }
    for (Field field : from.getDeclaredFields()) {
      if (!Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
        fields.putIfAbsent(field.getName(), field);
      }
    }
    List<Method> methods = new ArrayList<>(Arrays.asList(from.getDeclaredMethods()));
    methods.sort(Comparator.comparing(Method::toGenericString)); // else the JVM's mood
    methods.forEach(this::collect);
    if (from.getSuperclass() != null) {
      collect(from.getSuperclass(), seen);
    }
    for (Class<?> implemented : from.getInterfaces()) {
      collect(implemented, seen);
    }
  }

  private void collect(Method method) {
    boolean counts =
        !Modifier.isStatic(method.getModifiers())
            && !method.isSynthetic()
            && method.getTypeParameters().length == 0;
    if (!counts) {
      return;
    }
    String name = method.getName();
    if (method.getParameterCount() == 0 && method.getReturnType() != void.class) {
      noArguments.putIfAbsent(name, method);
    } else if (method.getParameterCount() == 1 && name.startsWith("set") && name.length() > 3) {
      setters.putIfAbsent(name, method);
    }
  }

  /** Whether an annotation of Sidegate stands on one of these, whichever loader it is of. */
  static boolean isMarked(List<? extends AnnotatedElement> bearers, String annotation) {
    return bearers.stream()
        .flatMap(bearer -> Arrays.stream(bearer.getAnnotations()))
        .anyMatch(found -> found.annotationType().getName().equals("dev.sidegate." + annotation));
  }
}
