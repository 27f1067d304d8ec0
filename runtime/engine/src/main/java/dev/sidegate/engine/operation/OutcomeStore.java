package dev.sidegate.engine.operation;

import java.time.Duration;
import java.util.Collection;
import java.util.List;

/** Where outcomes wait until an application has been told. */
public interface OutcomeStore {

  /** Takes outcomes of these effects that are due, each for {@code lease}. */
  List<Outcome> takeOutcomes(Collection<String> effects, int most, Duration lease);

  /** It was told. One that came meanwhile is told too. */
  void outcomeTold(Outcome outcome);

  /** It was not; it is tried again after {@code delay}. */
  void outcomeFailed(Outcome outcome, String error, Duration delay);
}
