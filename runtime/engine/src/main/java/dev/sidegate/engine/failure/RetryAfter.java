package dev.sidegate.engine.failure;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The header {@code Retry-After} (RFC 9110, 10.2.3): seconds, or an HTTP date in one of its three
 * forms (5.6.7).
 */
public final class RetryAfter {
  /** Longer is as good as never, and would overflow on its way to the database. */
  private static final Duration LONGEST = Duration.ofDays(365);

  private static final Pattern SECONDS = Pattern.compile("\\d{1,18}");

  /** It says nothing that the date does not say, and need not be right. */
  private static final Pattern WEEKDAY = Pattern.compile("^[A-Za-z]{3,9},? +");

  private static final DateTimeFormatter FIXED_DATE =
      date(new DateTimeFormatterBuilder().appendPattern("dd MMM uuuu HH:mm:ss 'GMT'"));

  private RetryAfter() {}

  /**
   * How long to wait.
   *
   * @param header as it came
   * @param now from which a date is counted; a date in the past is zero
   * @return empty for another form; at most a year
   */
  public static Optional<Duration> parse(String header, Instant now) {
    String text = header.strip();
    if (SECONDS.matcher(text).matches()) {
      long seconds = Long.parseLong(text);
      return Optional.of(seconds > LONGEST.toSeconds() ? LONGEST : Duration.ofSeconds(seconds));
    }
    String date = WEEKDAY.matcher(text).replaceFirst("");
    return forms(now).stream()
        .flatMap(form -> read(date, form).stream())
        .findFirst()
        .map(until -> bounded(Duration.between(now, until)));
  }

  /**
   * The same in seconds, counted from the answer's own {@code Date}: a JVM whose clock is wrong
   * would come too early, or far too late (law 9). Unchanged where that cannot be read.
   *
   * @param date as it came; null if it did not
   */
  public static String inSeconds(String header, @Nullable String date) {
    if (date == null) {
      return header;
    }
    String answered = WEEKDAY.matcher(date.strip()).replaceFirst("");
    return read(answered, FIXED_DATE)
        .flatMap(at -> parse(header, at))
        .map(wait -> String.valueOf(wait.toSeconds()))
        .orElse(header);
  }

  private static Optional<Instant> read(String date, DateTimeFormatter form) {
    try {
      return Optional.of(LocalDateTime.parse(date, form).toInstant(ZoneOffset.UTC));
    } catch (DateTimeParseException otherForm) {
      return Optional.empty();
    }
  }

  private static List<DateTimeFormatter> forms(Instant now) {
    int earliest = now.atZone(ZoneOffset.UTC).getYear() - 50;
    return List.of(
        FIXED_DATE,
        date(
            new DateTimeFormatterBuilder()
                .appendPattern("dd-MMM-")
                .appendValueReduced(ChronoField.YEAR, 2, 2, earliest)
                .appendPattern(" HH:mm:ss 'GMT'")),
        date(new DateTimeFormatterBuilder().appendPattern("MMM ppd HH:mm:ss uuuu")));
  }

  private static Duration bounded(Duration wait) {
    return wait.isNegative() ? Duration.ZERO : wait.compareTo(LONGEST) > 0 ? LONGEST : wait;
  }

  private static DateTimeFormatter date(DateTimeFormatterBuilder form) {
    return form.toFormatter(Locale.ENGLISH);
  }
}
