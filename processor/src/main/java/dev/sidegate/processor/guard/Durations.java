package dev.sidegate.processor.guard;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as annotations and settings write them: {@code 500ms}, {@code 30s}, {@code 90d}. */
final class Durations {
  private static final Pattern FORM = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");

  private Durations() {}

  /** Why a text is no time that could be waited for; empty if it is one. */
  static Optional<String> fault(String text) {
    return parse(text)
        .map(
            duration ->
                duration.isZero() ? Optional.of("is no time at all") : Optional.<String>empty())
        .orElse(Optional.of("is no duration"));
  }

  /** The duration; empty if it is not written as one. */
  static Optional<Duration> parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      return Optional.empty();
    }
    long number = Long.parseLong(form.group(1));
    return Optional.of(
        switch (form.group(2)) {
          case "ms" -> Duration.ofMillis(number);
          case "s" -> Duration.ofSeconds(number);
          case "m" -> Duration.ofMinutes(number);
          case "h" -> Duration.ofHours(number);
          default -> Duration.ofDays(number);
        });
  }
}
