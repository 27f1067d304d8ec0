package dev.sidegate.engine.operation;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells applications how their queued wishes ended: what is due, at once after this process has
 * settled something, else every second. What was not told is tried again, ever more slowly; a
 * process that dies over it leaves it to the next one.
 */
public final class Outcomes implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Outcomes.class);

  private static final int MOST = 20;
  private static final Duration PAUSE = Duration.ofSeconds(1);

  /** Longer than all listeners of a batch may take. */
  private static final Duration LEASE = Duration.ofMinutes(15);

  private static final Duration FIRST_DELAY = Duration.ofSeconds(1);
  private static final Duration LONGEST_DELAY = Duration.ofMinutes(5);
  private static final int LONGEST_ERROR = 500;

  private final OutcomeStore store;
  private final OperationStore operations;
  private final Listening listening;
  private final Rounds rounds;

  /** Starts its thread. */
  public Outcomes(
      OutcomeStore store, OperationStore operations, Listening listening, ThreadFactory threads) {
    this.store = store;
    this.operations = operations;
    this.listening = listening;
    this.rounds = new Rounds(this::tellDue, () -> PAUSE, threads);
    rounds.start();
  }

  /** Who listens. */
  public interface Listening {

    /** The effects whose outcomes somebody here listens to. */
    Set<String> effects();

    /**
     * Tells all who listen to its effect.
     *
     * @throws Exception what one of them throws; then it is told again, to all
     */
    void tell(FoundOperation outcome) throws Exception;
  }

  /** Something may be over. */
  public void wake() {
    rounds.wake();
  }

  @Override
  public void close() {
    rounds.close();
  }

  private boolean tellDue() {
    Collection<String> effects = listening.effects();
    if (effects.isEmpty()) {
      return false;
    }
    List<Outcome> due = store.takeOutcomes(effects, MOST, LEASE);
    if (due.isEmpty()) {
      return false;
    }
    var found =
        operations.operations(due.stream().map(Outcome::intent).collect(Collectors.toSet()));
    for (Outcome outcome : due) {
      FoundOperation operation = found.get(outcome.intent());
      if (operation == null) {
        notTold(outcome, "nobody knows the operation");
      } else {
        tell(outcome, operation);
      }
    }
    return due.size() == MOST;
  }

  private void tell(Outcome outcome, FoundOperation operation) {
    try {
      listening.tell(operation);
    } catch (Throwable failed) { // whatever an application throws harms nobody else
      LOG.warn(
          "The outcome of {} ({}) was not told and is told again: {}",
          outcome.intent(),
          outcome.effect(),
          failed.toString());
      notTold(outcome, failed.toString());
      return;
    }
    store.outcomeTold(outcome);
  }

  private void notTold(Outcome outcome, String error) {
    store.outcomeFailed(
        outcome,
        error.length() <= LONGEST_ERROR ? error : error.substring(0, LONGEST_ERROR),
        Rounds.delay(FIRST_DELAY, LONGEST_DELAY, outcome.tries()));
  }
}
