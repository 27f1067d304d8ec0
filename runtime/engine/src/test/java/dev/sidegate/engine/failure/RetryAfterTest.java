package dev.sidegate.engine.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How long to wait: what the provider says, and what chance adds. */
class RetryAfterTest {
  private static final Instant NOW = Instant.parse("1994-11-06T08:49:07Z");

  @Test
  void secondsAreSeconds() {
    assertThat(RetryAfter.parse("120", NOW)).contains(Duration.ofMinutes(2));
    assertThat(RetryAfter.parse(" 0 ", NOW)).contains(Duration.ZERO);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Sun, 06 Nov 1994 08:49:37 GMT",
        "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994"
      })
  void eachOfTheThreeFormsOfADateIsCountedFromNow(String date) {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("fa-IR"));
    try {
      assertThat(RetryAfter.parse(date, NOW)).contains(Duration.ofSeconds(30));
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void aDateInThePastIsNow() {
    assertThat(RetryAfter.parse("Sun, 06 Nov 1994 08:00:00 GMT", NOW)).contains(Duration.ZERO);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "soon", "-1", "1.5", "99999999999999999999", "Sun, 06 Nov 1994"})
  void anythingElseSaysNothing(String header) {
    assertThat(RetryAfter.parse(header, NOW)).isEmpty();
  }

  @Test
  void aDateIsCountedFromTheAnswersOwnDateWhateverTheClockHere() {
    String asked = "Sun, 06 Nov 1994 08:49:37 GMT";

    assertThat(RetryAfter.inSeconds(asked, "Sun, 06 Nov 1994 08:49:07 GMT")).isEqualTo("30");
    assertThat(RetryAfter.inSeconds("120", "Sun, 06 Nov 1994 08:49:07 GMT")).isEqualTo("120");
    assertThat(RetryAfter.inSeconds(asked, null)).isEqualTo(asked);
    assertThat(RetryAfter.inSeconds(asked, "yesterday")).isEqualTo(asked);
    assertThat(RetryAfter.inSeconds("soon", "Sun, 06 Nov 1994 08:49:07 GMT")).isEqualTo("soon");
  }

  @Test
  void nothingIsWaitedForLongerThanAYear() {
    assertThat(RetryAfter.parse("999999999999999999", NOW)).contains(Duration.ofDays(365));
    assertThat(RetryAfter.parse("Fri, 31 Dec 9999 23:59:59 GMT", NOW))
        .contains(Duration.ofDays(365));
  }

  @Test
  void theDelayGrowsWithTheAttemptsAndIsCapped() {
    Backoff backoff = new Backoff(Duration.ofSeconds(2), Duration.ofSeconds(60));
    Random random = new Random(7);
    Duration longest = Duration.ZERO;
    for (int attempt = 1; attempt <= 40; attempt++) {
      Duration bound = Duration.ofSeconds(Math.min(60, 2L << Math.min(attempt - 1, 10)));
      Duration delay = backoff.after(attempt, Optional.empty(), random);
      assertThat(delay).isBetween(Duration.ZERO, bound);
      longest = delay.compareTo(longest) > 0 ? delay : longest;
    }
    assertThat(longest).isGreaterThan(Duration.ofSeconds(30));
  }

  @Test
  void aProviderThatAsksToWaitIsNeverAskedEarlier() {
    Backoff backoff = new Backoff(Duration.ofSeconds(2), Duration.ofSeconds(60));
    Duration asked = Duration.ofMinutes(5);

    assertThat(backoff.after(1, Optional.of(asked), new Random(7))).isEqualTo(asked);
    assertThat(backoff.after(1, Optional.of(Duration.ZERO), new Random(7)))
        .isLessThanOrEqualTo(Duration.ofSeconds(2));
  }
}
