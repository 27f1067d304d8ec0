package dev.sidegate.processor.write;

import com.palantir.javapoet.CodeBlock;
import dev.sidegate.processor.shape.Scalar;
import dev.sidegate.tree.FromTree;
import dev.sidegate.tree.ToTree;

/** How one node is written and read. */
final class ScalarCode {
  private ScalarCode() {}

  /** The name of the method of {@link ToTree} for it. */
  static String toTree(Scalar scalar) {
    return switch (scalar) {
      case BYTE, SHORT, INT, LONG -> "whole";
      case FLOAT, DOUBLE -> "floating";
      case CHAR,
          UUID,
          LOCAL_DATE,
          LOCAL_TIME,
          LOCAL_DATE_TIME,
          YEAR,
          YEAR_MONTH,
          DURATION,
          PERIOD,
          CURRENCY,
          URI,
          ZONE_ID ->
          "text";
      case LOCALE -> "language";
      case BOOLEAN, STRING, BIG_INTEGER, BIG_DECIMAL, INSTANT, OFFSET_DATE_TIME, ZONED_DATE_TIME ->
          "same";
    };
  }

  /** The value of a tree. */
  static CodeBlock fromTree(Scalar scalar, boolean primitive, CodeBlock tree) {
    return switch (scalar) {
      case BOOLEAN, BYTE, SHORT, INT, LONG, FLOAT, DOUBLE, CHAR -> number(scalar, primitive, tree);
      case BIG_INTEGER -> orNull(java.math.BigInteger.class, tree, "toBigInteger");
      case STRING -> CodeBlock.of("($T) $L", String.class, tree);
      case BIG_DECIMAL -> CodeBlock.of("($T) $L", java.math.BigDecimal.class, tree);
      case INSTANT -> CodeBlock.of("($T) $L", java.time.Instant.class, tree);
      case OFFSET_DATE_TIME -> CodeBlock.of("($T) $L", java.time.OffsetDateTime.class, tree);
      case ZONED_DATE_TIME -> CodeBlock.of("($T) $L", java.time.ZonedDateTime.class, tree);
      case UUID -> parsed(tree, java.util.UUID.class, "fromString");
      case LOCAL_DATE -> parsed(tree, java.time.LocalDate.class, "parse");
      case LOCAL_TIME -> parsed(tree, java.time.LocalTime.class, "parse");
      case LOCAL_DATE_TIME -> parsed(tree, java.time.LocalDateTime.class, "parse");
      case YEAR -> parsed(tree, java.time.Year.class, "parse");
      case YEAR_MONTH -> parsed(tree, java.time.YearMonth.class, "parse");
      case DURATION -> parsed(tree, java.time.Duration.class, "parse");
      case PERIOD -> parsed(tree, java.time.Period.class, "parse");
      case CURRENCY -> parsed(tree, java.util.Currency.class, "getInstance");
      case URI -> parsed(tree, java.net.URI.class, "create");
      case ZONE_ID -> parsed(tree, java.time.ZoneId.class, "of");
      case LOCALE -> parsed(tree, java.util.Locale.class, "forLanguageTag");
    };
  }

  /** What reads a map's key of that type from its text. */
  static CodeBlock key(Scalar scalar) {
    return switch (scalar) {
      case STRING -> CodeBlock.of("key -> key");
      case CHAR -> CodeBlock.of("$T::toChar", FromTree.class);
      case BYTE -> CodeBlock.of("$T::valueOf", Byte.class);
      case SHORT -> CodeBlock.of("$T::valueOf", Short.class);
      case INT -> CodeBlock.of("$T::valueOf", Integer.class);
      case LONG -> CodeBlock.of("$T::valueOf", Long.class);
      case BIG_INTEGER -> CodeBlock.of("$T::new", java.math.BigInteger.class);
      case UUID -> CodeBlock.of("$T::fromString", java.util.UUID.class);
      default -> throw new IllegalArgumentException("no key of a map: " + scalar);
    };
  }

  private static CodeBlock number(Scalar scalar, boolean primitive, CodeBlock tree) {
    return switch (scalar) {
      case BOOLEAN -> number(Boolean.class, primitive, tree, "toBoolean");
      case BYTE -> number(Byte.class, primitive, tree, "toByte");
      case SHORT -> number(Short.class, primitive, tree, "toShort");
      case INT -> number(Integer.class, primitive, tree, "toInt");
      case LONG -> number(Long.class, primitive, tree, "toLong");
      case FLOAT -> number(Float.class, primitive, tree, "toFloat");
      case DOUBLE -> number(Double.class, primitive, tree, "toDouble");
      default -> number(Character.class, primitive, tree, "toChar");
    };
  }

  private static CodeBlock number(Class<?> type, boolean primitive, CodeBlock tree, String method) {
    return primitive
        ? CodeBlock.of("$T.$L($L)", FromTree.class, method, tree)
        : orNull(type, tree, method);
  }

  private static CodeBlock orNull(Class<?> type, CodeBlock tree, String method) {
    return CodeBlock.of(
        "($T) $T.orNull($L, $T::$L)", type, FromTree.class, tree, FromTree.class, method);
  }

  private static CodeBlock parsed(CodeBlock tree, Class<?> type, String method) {
    return CodeBlock.of("($T) $T.parsed($L, $T::$L)", type, FromTree.class, tree, type, method);
  }
}
