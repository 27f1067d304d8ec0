package dev.sidegate.engine.door;

import dev.sidegate.engine.settings.Durations;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What the descriptor says of the method that asks about an effect.
 *
 * @param method its name
 * @param descriptor its JVM descriptor
 * @param version its version
 * @param settleDelay how long after an attempt its answer is reliable; empty if the settings say
 * @param takes for each of its parameters the effect's parameter by number, or {@link #QUERY}
 */
record DescribedReconciler(
    String method,
    String descriptor,
    int version,
    Optional<Duration> settleDelay,
    List<Integer> takes) {

  /** The parameter is the query itself. */
  static final int QUERY = -1;

  static Optional<DescribedReconciler> of(Map<?, ?> metadata) {
    if (!(metadata.get("reconciles") instanceof Map<?, ?> reconciles)) {
      return Optional.empty();
    }
    String delay = String.valueOf(required(reconciles, "settleDelay"));
    return Optional.of(
        new DescribedReconciler(
            String.valueOf(required(reconciles, "method")),
            String.valueOf(required(reconciles, "descriptor")),
            (Integer) required(reconciles, "version"),
            delay.isEmpty() ? Optional.empty() : Optional.of(Durations.parse(delay)),
            ((List<?>) required(reconciles, "takes")).stream().map(Integer.class::cast).toList()));
  }

  private static Object required(Map<?, ?> reconciles, String name) {
    return Objects.requireNonNull(reconciles.get(name), name);
  }

  /** Pinned to each doubt: another one does not settle it. */
  String identity() {
    return method + "@" + version;
  }

  /** Whether it has to be given any of the effect's arguments. */
  boolean takesArguments() {
    return takes.stream().anyMatch(position -> position != QUERY);
  }
}
