package dev.sidegate.benchmarks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Contenders in turn, round after round, on one server: what the machine does beside it hits all of
 * them alike. The median of the rounds counts.
 */
final class Contest {
  private final Server server;
  private final int rounds;
  private final Duration round;
  private final Load load = new Load();

  Contest(Server server, int rounds, Duration round) {
    this.server = server;
    this.rounds = rounds;
    this.round = round;
  }

  /** Medians by contender, in the order given. */
  Map<String, Measurement> run(Map<String, Load.Work> contenders, int callers) throws Exception {
    for (Load.Work contender : contenders.values()) {
      load.run(contender, callers, round); // warms up
    }
    List<Map<String, Measurement>> seen = new ArrayList<>();
    for (int each = 0; each < rounds; each++) {
      seen.add(oneRound(contenders, callers));
    }
    Map<String, Measurement> medians = new LinkedHashMap<>();
    for (String name : contenders.keySet()) {
      medians.put(
          name,
          Measurement.median(
              seen.stream().map(all -> Objects.requireNonNull(all.get(name))).toList()));
    }
    return medians;
  }

  private Map<String, Measurement> oneRound(Map<String, Load.Work> contenders, int callers)
      throws Exception {
    Map<String, Measurement> seen = new LinkedHashMap<>();
    for (Map.Entry<String, Load.Work> contender : contenders.entrySet()) {
      server.checkpoint();
      seen.put(contender.getKey(), load.run(contender.getValue(), callers, round));
    }
    return seen;
  }
}
