package dev.sidegate.engine.payload.type;

import static java.util.Map.entry;

import dev.sidegate.tree.FromTree;
import dev.sidegate.tree.ToTree;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Currency;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The types whose value is one node of a tree. */
final class ScalarTypes {
  private static final Map<Class<?>, TreeType> TYPES =
      Map.ofEntries(
          entry(boolean.class, primitive("boolean", ToTree::same, FromTree::toBoolean)),
          entry(byte.class, primitive("integer", ToTree::whole, FromTree::toByte)),
          entry(short.class, primitive("integer", ToTree::whole, FromTree::toShort)),
          entry(int.class, primitive("integer", ToTree::whole, FromTree::toInt)),
          entry(long.class, primitive("integer", ToTree::whole, FromTree::toLong)),
          entry(float.class, primitive("double", ToTree::floating, FromTree::toFloat)),
          entry(double.class, primitive("double", ToTree::floating, FromTree::toDouble)),
          entry(char.class, primitive("string", ToTree::text, FromTree::toChar)),
          entry(Boolean.class, orNull("boolean", ToTree::same, FromTree::toBoolean)),
          entry(Byte.class, orNull("integer", ToTree::whole, FromTree::toByte)),
          entry(Short.class, orNull("integer", ToTree::whole, FromTree::toShort)),
          entry(Integer.class, orNull("integer", ToTree::whole, FromTree::toInt)),
          entry(Long.class, orNull("integer", ToTree::whole, FromTree::toLong)),
          entry(Float.class, orNull("double", ToTree::floating, FromTree::toFloat)),
          entry(Double.class, orNull("double", ToTree::floating, FromTree::toDouble)),
          entry(Character.class, orNull("string", ToTree::text, FromTree::toChar)),
          entry(BigInteger.class, orNull("integer", ToTree::same, FromTree::toBigInteger)),
          entry(BigDecimal.class, node("decimal", BigDecimal.class)),
          entry(String.class, node("string", String.class)),
          entry(Instant.class, node("time", Instant.class)),
          entry(OffsetDateTime.class, node("time", OffsetDateTime.class)),
          entry(ZonedDateTime.class, node("time", ZonedDateTime.class)),
          entry(byte[].class, node("bytes", byte[].class)),
          entry(UUID.class, text(UUID::fromString)),
          entry(LocalDate.class, text(LocalDate::parse)),
          entry(LocalTime.class, text(LocalTime::parse)),
          entry(LocalDateTime.class, text(LocalDateTime::parse)),
          entry(Year.class, text(Year::parse)),
          entry(YearMonth.class, text(YearMonth::parse)),
          entry(Duration.class, text(Duration::parse)),
          entry(Period.class, text(Period::parse)),
          entry(Currency.class, text(Currency::getInstance)),
          entry(URI.class, text(URI::create)),
          entry(ZoneId.class, text(ZoneId::of)),
          entry(
              Locale.class,
              TreeType.of(
                  "string",
                  ToTree::language,
                  tree -> FromTree.parsed(tree, Locale::forLanguageTag))),
          entry(
              OptionalInt.class,
              TreeType.of(
                  "integer",
                  ToTree::presentNumber,
                  tree ->
                      tree == null ? OptionalInt.empty() : OptionalInt.of(FromTree.toInt(tree)))),
          entry(
              OptionalLong.class,
              TreeType.of(
                  "integer",
                  ToTree::presentNumber,
                  tree ->
                      tree == null
                          ? OptionalLong.empty()
                          : OptionalLong.of(FromTree.toLong(tree)))),
          entry(
              OptionalDouble.class,
              TreeType.of(
                  "double",
                  ToTree::presentNumber,
                  tree ->
                      tree == null
                          ? OptionalDouble.empty()
                          : OptionalDouble.of(FromTree.toDouble(tree)))));

  private static final Map<Class<?>, Function<String, ?>> KEYS =
      Map.of(
          String.class, text -> text,
          Character.class, FromTree::toChar,
          Byte.class, Byte::valueOf,
          Short.class, Short::valueOf,
          Integer.class, Integer::valueOf,
          Long.class, Long::valueOf,
          BigInteger.class, BigInteger::new,
          UUID.class, UUID::fromString);

  private ScalarTypes() {}

  /** The scalar that a class is; null if it is none. */
  static @Nullable TreeType of(Class<?> type) {
    return TYPES.get(type);
  }

  /** What reads a map's key of this class from its text; null if it cannot be a key. */
  static @Nullable Function<String, ?> key(Class<?> type) {
    return type.isEnum() ? constant(type) : KEYS.get(type);
  }

  /** A constant by its name. */
  static TreeType constants(Class<?> type) {
    Function<String, Object> read = constant(type);
    return TreeType.of("string", ToTree::constant, tree -> FromTree.parsed(tree, read));
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static Function<String, Object> constant(Class<?> type) {
    return name -> Enum.valueOf((Class) type, name);
  }

  private static TreeType primitive(
      String description,
      Function<@Nullable Object, @Nullable Object> tree,
      Function<@Nullable Object, @Nullable Object> value) {
    return TreeType.of(description, tree, value);
  }

  private static TreeType orNull(
      String description,
      Function<@Nullable Object, @Nullable Object> tree,
      Function<Object, Object> value) {
    return TreeType.of(description, tree, node -> FromTree.orNull(node, value));
  }

  private static TreeType node(String description, Class<?> type) {
    return TreeType.of(description, ToTree::same, type::cast);
  }

  private static TreeType text(Function<String, Object> parse) {
    return TreeType.of("string", ToTree::text, tree -> FromTree.parsed(tree, parse));
  }
}
