package dev.sidegate.processor.shape;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The types whose value is one node of a tree. */
public enum Scalar {
  BOOLEAN("java.lang.Boolean", "boolean"),
  BYTE("java.lang.Byte", "integer"),
  SHORT("java.lang.Short", "integer"),
  INT("java.lang.Integer", "integer"),
  LONG("java.lang.Long", "integer"),
  BIG_INTEGER("java.math.BigInteger", "integer"),
  BIG_DECIMAL("java.math.BigDecimal", "decimal"),
  FLOAT("java.lang.Float", "double"),
  DOUBLE("java.lang.Double", "double"),
  CHAR("java.lang.Character", "string"),
  STRING("java.lang.String", "string"),
  INSTANT("java.time.Instant", "time"),
  OFFSET_DATE_TIME("java.time.OffsetDateTime", "time"),
  ZONED_DATE_TIME("java.time.ZonedDateTime", "time"),
  UUID("java.util.UUID", "string"),
  LOCAL_DATE("java.time.LocalDate", "string"),
  LOCAL_TIME("java.time.LocalTime", "string"),
  LOCAL_DATE_TIME("java.time.LocalDateTime", "string"),
  YEAR("java.time.Year", "string"),
  YEAR_MONTH("java.time.YearMonth", "string"),
  DURATION("java.time.Duration", "string"),
  PERIOD("java.time.Period", "string"),
  CURRENCY("java.util.Currency", "string"),
  URI("java.net.URI", "string"),
  ZONE_ID("java.time.ZoneId", "string"),
  LOCALE("java.util.Locale", "string");

  private static final Map<String, Scalar> BY_NAME = new HashMap<>();

  static {
    for (Scalar scalar : values()) {
      BY_NAME.put(scalar.className, scalar);
    }
  }

  private final String className;
  private final String description;

  Scalar(String className, String description) {
    this.className = className;
    this.description = description;
  }

  /** The scalar that a class is. */
  public static Optional<Scalar> of(String qualifiedName) {
    return Optional.ofNullable(BY_NAME.get(qualifiedName));
  }

  /** What a schema calls it. */
  public String description() {
    return description;
  }
}
