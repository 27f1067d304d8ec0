package dev.sidegate.engine.settings;

import dev.sidegate.ApprovalMode;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads what is set about an effect's approval. */
final class ApprovalReader {
  private static final BigDecimal PPM_PER_PERCENT = BigDecimal.valueOf(10_000);

  private final SettingSources sources;
  private final List<String> findings;

  ApprovalReader(SettingSources sources, List<String> findings) {
    this.sources = sources;
    this.findings = findings;
  }

  ApprovalSettings read(String prefix) {
    return new ApprovalSettings(
        parsed(prefix + "role", text -> text),
        parsed(prefix + "mode", ApprovalReader::mode),
        parsed(prefix + "needed", Integer::valueOf),
        duration(prefix + "expires-in"),
        duration(prefix + "window"),
        parsed(prefix + "sample", ApprovalReader::ppm),
        duration(prefix + "remind-after"),
        parsed(prefix + "fallback-role", text -> text),
        duration(prefix + "fallback-after"));
  }

  private static ApprovalMode mode(String text) {
    return Arrays.stream(ApprovalMode.values())
        .filter(mode -> mode.name().equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "write one of " + Arrays.toString(ApprovalMode.values())));
  }

  /** Such as {@code 5%} or {@code 0.1%}. */
  private static int ppm(String text) {
    if (!text.matches("[0-9]{1,3}(\\.[0-9]{1,4})?%")) {
      throw new IllegalArgumentException("write a share such as 5% or 0.1%");
    }
    int ppm =
        new BigDecimal(text.substring(0, text.length() - 1))
            .multiply(PPM_PER_PERCENT)
            .intValueExact();
    if (ppm > 1_000_000) {
      throw new IllegalArgumentException("a share is at most 100%");
    }
    return ppm;
  }

  private @Nullable Duration duration(String name) {
    Duration duration = parsed(name, Durations::parse);
    if (duration != null && duration.isZero()) {
      findings.add(name + " must be longer than zero");
    }
    return duration;
  }

  private <T> @Nullable T parsed(String name, Function<String, T> parser) {
    return sources
        .parsed(name, Optional.<T>empty(), text -> Optional.of(parser.apply(text)))
        .orElse(null);
  }
}
