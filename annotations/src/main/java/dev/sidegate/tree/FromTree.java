package dev.sidegate.tree;

import java.lang.reflect.Array;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Trees to an application's values. A tree that another release stored, and that does not fit, is
 * refused with {@link IllegalArgumentException} or {@link ClassCastException}; it is then
 * undecodable, and nothing runs with half of it.
 */
public final class FromTree {
  private FromTree() {}

  /** A value that is its own tree. */
  public static @Nullable Object same(@Nullable Object tree) {
    return tree;
  }

  /**
   * A value that cannot be null.
   *
   * @throws IllegalArgumentException if the tree has none
   */
  public static Object required(@Nullable Object tree) {
    if (tree == null) {
      throw new IllegalArgumentException("the stored form has no value for a primitive");
    }
    return tree;
  }

  /** A {@code byte}; refused if out of range. */
  public static byte toByte(@Nullable Object tree) {
    long value = toLong(tree);
    return (byte) within(value, Byte.MIN_VALUE, Byte.MAX_VALUE);
  }

  /** A {@code short}; refused if out of range. */
  public static short toShort(@Nullable Object tree) {
    return (short) within(toLong(tree), Short.MIN_VALUE, Short.MAX_VALUE);
  }

  /** An {@code int}; refused if out of range. */
  public static int toInt(@Nullable Object tree) {
    return (int) within(toLong(tree), Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  /** A {@code long}. */
  public static long toLong(@Nullable Object tree) {
    return (Long) required(tree);
  }

  /** A {@code float}. */
  public static float toFloat(@Nullable Object tree) {
    return ((Double) required(tree)).floatValue();
  }

  /** A {@code double}. */
  public static double toDouble(@Nullable Object tree) {
    return (Double) required(tree);
  }

  /** A {@code boolean}. */
  public static boolean toBoolean(@Nullable Object tree) {
    return (Boolean) required(tree);
  }

  /** A {@code char}. */
  public static char toChar(@Nullable Object tree) {
    String text = (String) required(tree);
    if (text.length() != 1) {
      throw new IllegalArgumentException("the stored form has no single character");
    }
    return text.charAt(0);
  }

  /** A big integer, whether the store kept it as a small one or not. */
  public static BigInteger toBigInteger(@Nullable Object tree) {
    return required(tree) instanceof Long small
        ? BigInteger.valueOf(small)
        : (BigInteger) required(tree);
  }

  /**
   * A constant by its name.
   *
   * @throws IllegalArgumentException if this release has none of that name
   */
  @SuppressWarnings({"unchecked", "rawtypes"})
  public static Object toEnum(Class<?> type, String name) {
    return Enum.valueOf((Class<? extends Enum>) type, name);
  }

  /** A value that may be absent. */
  public static <T> @Nullable T orNull(@Nullable Object tree, Function<Object, T> value) {
    return tree == null ? null : value.apply(tree);
  }

  /** A value that its text stands for. */
  public static <T> @Nullable T parsed(@Nullable Object tree, Function<String, T> parse) {
    return tree == null ? null : parse.apply((String) tree);
  }

  /** The elements of a list or set, added to a new collection. */
  public static <C extends Collection<@Nullable Object>> @Nullable C elements(
      @Nullable Object tree, C into, Function<@Nullable Object, @Nullable Object> element) {
    if (tree == null) {
      return null;
    }
    for (Object value : (Collection<?>) tree) {
      into.add(element.apply(value));
    }
    return into;
  }

  /** The elements in the kind of collection that they were: a set, or a list. */
  public static @Nullable Collection<@Nullable Object> collection(
      @Nullable Object tree, Function<@Nullable Object, @Nullable Object> element) {
    return tree instanceof Set
        ? elements(tree, new LinkedHashSet<>(), element)
        : elements(tree, new ArrayList<>(), element);
  }

  /** The elements of an array. */
  public static @Nullable Object array(
      @Nullable Object tree,
      Class<?> component,
      Function<@Nullable Object, @Nullable Object> element) {
    if (tree == null) {
      return null;
    }
    List<?> values = (List<?>) tree;
    Object array = Array.newInstance(component, values.size());
    for (int i = 0; i < values.size(); i++) {
      Array.set(array, i, element.apply(values.get(i)));
    }
    return array;
  }

  /** The entries of a map, added to a new one. */
  public static <M extends Map<Object, @Nullable Object>> @Nullable M entries(
      @Nullable Object tree,
      M into,
      Function<String, ?> key,
      Function<@Nullable Object, @Nullable Object> value) {
    if (tree == null) {
      return null;
    }
    for (Map.Entry<String, @Nullable Object> entry : fields(tree).entrySet()) {
      into.put(key.apply(entry.getKey()), value.apply(entry.getValue()));
    }
    return into;
  }

  /** The fields of an object. */
  @SuppressWarnings("unchecked")
  public static Map<String, @Nullable Object> fields(Object tree) {
    return (Map<String, @Nullable Object>) tree;
  }

  /** What a sensitive or free text holds. */
  public static @Nullable Object unmarked(@Nullable Object tree) {
    Object inner = tree;
    while (inner instanceof Map.Entry<?, ?> tag && !((String) tag.getKey()).startsWith("is:")) {
      inner = tag.getValue();
    }
    return inner;
  }

  /** Which of a sealed type's subtypes this is. */
  public static String subtype(Object tree) {
    return ((String) ((Map.Entry<?, ?>) tree).getKey()).substring("is:".length());
  }

  /** The tree of a sealed type's subtype. */
  public static Object subtree(Object tree) {
    return ((Map.Entry<?, ?>) tree).getValue();
  }

  /**
   * Refuses a subtype that this release does not have.
   *
   * @return never
   */
  public static IllegalArgumentException unknown(String subtype) {
    return new IllegalArgumentException("this release has no subtype " + subtype);
  }

  /**
   * Open JSON as a JSON parser would give it: lists and maps that may be changed, and an integer as
   * {@link Integer} where it fits. Takes it with or without the tag that the engine drops.
   */
  public static @Nullable Object open(@Nullable Object tree) {
    if (tree instanceof Map.Entry<?, ?> tag) {
      return open(tag.getValue());
    } else if (tree instanceof Map<?, ?> map) {
      Map<Object, @Nullable Object> copy = new LinkedHashMap<>();
      map.forEach((key, value) -> copy.put(key, open(value)));
      return copy;
    } else if (tree instanceof List<?> list) {
      List<@Nullable Object> copy = new ArrayList<>();
      list.forEach(value -> copy.add(open(value)));
      return copy;
    }
    return tree instanceof Long number && number == number.intValue()
        ? (Object) number.intValue()
        : tree;
  }

  private static long within(long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "the stored form has " + value + ", which is out of range");
    }
    return value;
  }
}
