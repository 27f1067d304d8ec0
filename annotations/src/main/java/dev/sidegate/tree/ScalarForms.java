package dev.sidegate.tree;

import static java.util.Map.entry;

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
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The forms that a plan calls by a name alone; a primitive's is the name of its keyword. */
final class ScalarForms {
  private static final Map<String, Form> BY_NAME =
      Map.ofEntries(
          entry("boolean", Form.of(ToTree::same, FromTree::toBoolean)),
          entry("byte", Form.of(ToTree::whole, FromTree::toByte)),
          entry("short", Form.of(ToTree::whole, FromTree::toShort)),
          entry("int", Form.of(ToTree::whole, FromTree::toInt)),
          entry("long", Form.of(ToTree::whole, FromTree::toLong)),
          entry("float", Form.of(ToTree::floating, FromTree::toFloat)),
          entry("double", Form.of(ToTree::floating, FromTree::toDouble)),
          entry("char", Form.of(ToTree::text, FromTree::toChar)),
          entry("BOOLEAN", orNull(ToTree::same, FromTree::toBoolean)),
          entry("BYTE", orNull(ToTree::whole, FromTree::toByte)),
          entry("SHORT", orNull(ToTree::whole, FromTree::toShort)),
          entry("INT", orNull(ToTree::whole, FromTree::toInt)),
          entry("LONG", orNull(ToTree::whole, FromTree::toLong)),
          entry("FLOAT", orNull(ToTree::floating, FromTree::toFloat)),
          entry("DOUBLE", orNull(ToTree::floating, FromTree::toDouble)),
          entry("CHAR", orNull(ToTree::text, FromTree::toChar)),
          entry("BIG_INTEGER", orNull(ToTree::same, FromTree::toBigInteger)),
          entry("STRING", same(String.class)),
          entry("BIG_DECIMAL", same(BigDecimal.class)),
          entry("INSTANT", same(Instant.class)),
          entry("OFFSET_DATE_TIME", same(OffsetDateTime.class)),
          entry("ZONED_DATE_TIME", same(ZonedDateTime.class)),
          entry("BYTES", same(byte[].class)),
          entry("UUID", text(UUID::fromString)),
          entry("LOCAL_DATE", text(LocalDate::parse)),
          entry("LOCAL_TIME", text(LocalTime::parse)),
          entry("LOCAL_DATE_TIME", text(LocalDateTime::parse)),
          entry("YEAR", text(Year::parse)),
          entry("YEAR_MONTH", text(YearMonth::parse)),
          entry("DURATION", text(Duration::parse)),
          entry("PERIOD", text(Period::parse)),
          entry("CURRENCY", text(Currency::getInstance)),
          entry("URI", text(URI::create)),
          entry("ZONE_ID", text(ZoneId::of)),
          entry("LOCALE", Form.of(ToTree::language, parsed(Locale::forLanguageTag))),
          entry("OptionalInt", maybe(OptionalInt.empty(), t -> OptionalInt.of(FromTree.toInt(t)))),
          entry(
              "OptionalLong",
              maybe(OptionalLong.empty(), t -> OptionalLong.of(FromTree.toLong(t)))),
          entry(
              "OptionalDouble",
              maybe(OptionalDouble.empty(), t -> OptionalDouble.of(FromTree.toDouble(t)))),
          entry("open", Form.of(ToTree::open, FromTree::open)),
          entry("openList", open(List.class)),
          entry("openMap", open(Map.class)));

  private static final Map<String, Function<String, Object>> KEYS =
      Map.of(
          "STRING", key -> key,
          "CHAR", FromTree::toChar,
          "BYTE", Byte::valueOf,
          "SHORT", Short::valueOf,
          "INT", Integer::valueOf,
          "LONG", Long::valueOf,
          "BIG_INTEGER", BigInteger::new,
          "UUID", UUID::fromString);

  private ScalarForms() {}

  /** The form of that name; null if there is none. */
  static @Nullable Form of(String name) {
    return BY_NAME.get(name);
  }

  /** What reads a map's key of that name from its text; null if there is none. */
  static @Nullable Function<String, Object> key(String name) {
    return KEYS.get(name);
  }

  /** What an {@link Optional} holds, or nothing. */
  static Form optional(Form held) {
    return Form.of(
        value -> held.tree(ToTree.present(value)), tree -> Optional.ofNullable(held.value(tree)));
  }

  private static Form same(Class<?> type) {
    return Form.of(ToTree::same, type::cast);
  }

  private static Form orNull(
      UnaryOperator<@Nullable Object> toTree, Function<Object, Object> value) {
    return Form.of(toTree, tree -> FromTree.orNull(tree, value));
  }

  private static Form text(Function<String, Object> parse) {
    return Form.of(ToTree::text, parsed(parse));
  }

  private static UnaryOperator<@Nullable Object> parsed(Function<String, Object> parse) {
    return tree -> FromTree.parsed(tree, parse);
  }

  private static Form maybe(Object empty, Function<Object, Object> value) {
    return Form.of(ToTree::presentNumber, tree -> tree == null ? empty : value.apply(tree));
  }

  private static Form open(Class<?> declared) {
    return Form.of(ToTree::open, tree -> declared.cast(FromTree.open(tree)));
  }
}
