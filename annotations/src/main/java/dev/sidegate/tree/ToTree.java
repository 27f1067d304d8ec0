package dev.sidegate.tree;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An application's values to trees. Null stays null everywhere. What is not checked here (lone
 * surrogates, cycles, depth, size, open JSON) is checked by the engine, which copies every tree.
 */
public final class ToTree {
  private ToTree() {}

  /** A value that is a tree already. */
  public static @Nullable Object same(@Nullable Object value) {
    return value;
  }

  /** An integer of any width as {@link Long}. */
  public static @Nullable Object whole(@Nullable Object number) {
    return number == null ? null : ((Number) number).longValue();
  }

  /** A {@code float} or {@code double} as {@link Double}. */
  public static @Nullable Object floating(@Nullable Object number) {
    return number == null ? null : ((Number) number).doubleValue();
  }

  /** A value that its text stands for, such as a {@link java.util.UUID}. */
  public static @Nullable Object text(@Nullable Object value) {
    return value == null ? null : value.toString();
  }

  /** A constant as its name, whatever its {@code toString} says. */
  public static @Nullable Object constant(@Nullable Object value) {
    return value == null ? null : ((Enum<?>) value).name();
  }

  /** A locale as its language tag. */
  public static @Nullable Object language(@Nullable Object locale) {
    return locale == null ? null : ((Locale) locale).toLanguageTag();
  }

  /** What an {@link Optional} holds, null if it is empty; any other value as it is. */
  public static @Nullable Object present(@Nullable Object optional) {
    return optional instanceof Optional<?> value ? value.orElse(null) : optional;
  }

  /** What an {@code OptionalInt}, {@code OptionalLong} or {@code OptionalDouble} holds. */
  public static @Nullable Object presentNumber(@Nullable Object optional) {
    if (optional instanceof OptionalInt value) {
      return value.isPresent() ? (Object) (long) value.getAsInt() : null;
    } else if (optional instanceof OptionalLong value) {
      return value.isPresent() ? (Object) value.getAsLong() : null;
    }
    return optional instanceof OptionalDouble value && value.isPresent()
        ? (Object) value.getAsDouble()
        : null;
  }

  /** The elements in their order. */
  public static @Nullable Object list(
      @Nullable Object elements, Function<@Nullable Object, @Nullable Object> element) {
    if (elements == null) {
      return null;
    }
    List<@Nullable Object> trees = new ArrayList<>();
    for (Object value : (Iterable<?>) elements) {
      trees.add(element.apply(value));
    }
    return trees;
  }

  /** The elements, without order. */
  public static @Nullable Object set(
      @Nullable Object elements, Function<@Nullable Object, @Nullable Object> element) {
    if (elements == null) {
      return null;
    }
    Set<@Nullable Object> trees = new LinkedHashSet<>();
    for (Object value : (Iterable<?>) elements) {
      trees.add(element.apply(value));
    }
    return trees;
  }

  /** The elements: without order if the value is a set, else in their order. */
  public static @Nullable Object collection(
      @Nullable Object elements, Function<@Nullable Object, @Nullable Object> element) {
    return elements instanceof Set ? set(elements, element) : list(elements, element);
  }

  /** The elements of an array of any kind. */
  public static @Nullable Object array(
      @Nullable Object array, Function<@Nullable Object, @Nullable Object> element) {
    if (array == null) {
      return null;
    }
    int length = Array.getLength(array);
    List<@Nullable Object> trees = new ArrayList<>(length);
    for (int i = 0; i < length; i++) {
      trees.add(element.apply(Array.get(array, i)));
    }
    return trees;
  }

  /**
   * The entries of a map whose keys their text stands for.
   *
   * @throws IllegalArgumentException for a null key
   */
  public static @Nullable Object map(
      @Nullable Object map, Function<@Nullable Object, @Nullable Object> value) {
    if (map == null) {
      return null;
    }
    Map<String, @Nullable Object> trees = new LinkedHashMap<>();
    for (Map.Entry<?, ?> entry : ((Map<?, ?>) map).entrySet()) {
      Object key = entry.getKey();
      if (key == null) {
        throw new IllegalArgumentException("a map in the payload has a null key");
      }
      trees.put(
          key instanceof Enum<?> constant ? constant.name() : key.toString(),
          value.apply(entry.getValue()));
    }
    return trees;
  }

  /** An object without fields yet. */
  public static Map<String, @Nullable Object> fields() {
    return new LinkedHashMap<>();
  }

  /** Adds a field, or leaves it out where the tree is null. */
  public static void field(
      Map<String, @Nullable Object> fields, String name, @Nullable Object tree) {
    if (tree != null) {
      fields.put(name, tree);
    }
  }

  /** Text that a model words anew: stored, not compared. */
  public static @Nullable Object freeText(@Nullable Object tree) {
    return tagged("free-text", tree);
  }

  /** A value that no log, card or key may hold. */
  public static @Nullable Object sensitive(@Nullable Object tree) {
    return tagged("sensitive", tree);
  }

  /** A value that the engine checks to be closed JSON. */
  public static @Nullable Object open(@Nullable Object value) {
    return tagged("open", value);
  }

  /** One of a sealed type's subtypes. */
  public static @Nullable Object is(String subtype, @Nullable Object tree) {
    return tagged("is:" + subtype, tree);
  }

  /**
   * Refuses a number that no guarded method has, or whose arguments cannot be built again.
   *
   * @return never
   */
  public static IllegalArgumentException noMethod(int method) {
    return new IllegalArgumentException("method " + method + " has no such form");
  }

  /**
   * Sees to it that a value has the declared class and no subclass of it, whose state nobody knows.
   *
   * @throws IllegalArgumentException for a subclass
   */
  public static Object exactly(Class<?> declared, Object value) {
    if (value.getClass() != declared) {
      throw new IllegalArgumentException(
          value.getClass().getName()
              + " stands where "
              + declared.getName()
              + " is declared; a subclass may hold state that the payload would lose");
    }
    return value;
  }

  /**
   * Refuses a value of no permitted subtype.
   *
   * @return never
   */
  public static IllegalArgumentException notPermitted(Object value) {
    return new IllegalArgumentException(
        value.getClass().getName() + " is no subtype that the processor saw; compile again");
  }

  private static @Nullable Object tagged(String tag, @Nullable Object tree) {
    return tree == null ? null : Map.entry(tag, tree);
  }
}
