package dev.sidegate.engine.store;

import dev.sidegate.engine.failover.RecentClaims;
import dev.sidegate.engine.intent.Budget;
import dev.sidegate.engine.intent.ClaimRequest;
import dev.sidegate.engine.intent.Claimed;
import dev.sidegate.engine.intent.DispatchOutcome;
import dev.sidegate.engine.intent.DispatchRequest;
import dev.sidegate.engine.intent.Dispatchable;
import dev.sidegate.engine.intent.Dispatched;
import dev.sidegate.engine.intent.StoreUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes entries of the queue. What is granted is remembered as every claim is, for a failover; what
 * may have been granted without an answer is handed back later. One entry that makes the statement
 * fail does not keep the others.
 */
final class Dispatching {
  private static final Logger LOG = LoggerFactory.getLogger(Dispatching.class);
  private static final Duration ANY = Duration.ofHours(1);

  private final Function<DispatchRequest, List<DispatchStatements.Answer>> statement;
  private final Predicate<Claimed> confirmed;
  private final RecentClaims recent;
  private final Orphans orphans;

  Dispatching(
      Function<DispatchRequest, List<DispatchStatements.Answer>> statement,
      Predicate<Claimed> confirmed,
      RecentClaims recent,
      Orphans orphans) {
    this.statement = statement;
    this.confirmed = confirmed;
    this.recent = recent;
    this.orphans = orphans;
  }

  List<DispatchOutcome> dispatch(DispatchRequest request) {
    List<DispatchStatements.Answer> answers;
    try {
      answers = statement.apply(request);
    } catch (StoreUnavailableException failed) {
      request.wanted().forEach(orphans::add);
      if (request.wanted().size() == 1) {
        throw failed;
      }
      return oneByOne(request, failed);
    }
    List<DispatchOutcome> outcomes = new ArrayList<>(answers.size());
    for (DispatchStatements.Answer answer : answers) {
      outcomes.add(outcome(answer, request));
    }
    return outcomes;
  }

  private List<DispatchOutcome> oneByOne(
      DispatchRequest request, StoreUnavailableException together) {
    List<DispatchOutcome> outcomes = new ArrayList<>();
    int failures = 0;
    for (DispatchRequest.Wanted wanted : request.wanted()) {
      DispatchRequest alone =
          new DispatchRequest(List.of(wanted), request.effects(), request.watched());
      try {
        outcomes.addAll(dispatch(alone));
      } catch (StoreUnavailableException failed) {
        outcomes.add(new DispatchOutcome.Skipped("FAILED"));
        if (++failures == 1) {
          LOG.warn("{} cannot be dispatched: {}", wanted.operation(), failed.getMessage());
        }
        if (failures == outcomes.size() && failures == 2) {
          throw together; // it is not about one of them
        }
      }
    }
    return outcomes;
  }

  /** An answer that was only read proves nothing yet about a synchronous standby. */
  private DispatchOutcome outcome(DispatchStatements.Answer answer, DispatchRequest request) {
    if (answer.outcome() instanceof DispatchOutcome.Granted granted) {
      Dispatched dispatched = granted.dispatched();
      if (answer.recognised() && !confirmed.test(dispatched.claim())) {
        return new DispatchOutcome.Skipped("UNCONFIRMED");
      }
      request.effects().stream()
          .filter(effect -> effect.effect().equals(dispatched.claim().key().effect()))
          .findFirst()
          .ifPresent(
              effect ->
                  recent.claimed(
                      asClaimed(dispatched, effect, answer.maxAttempts(), request.watched()),
                      dispatched.claim()));
    }
    return answer.outcome();
  }

  /** The same right, as a caller would have asked for it. */
  private static ClaimRequest asClaimed(
      Dispatched dispatched, Dispatchable effect, int maxAttempts, boolean watched) {
    return new ClaimRequest(
        dispatched.claim().key(),
        dispatched.payload(),
        dispatched.claim().owner(),
        effect.lease(),
        effect.policyVersion(),
        new Budget(Math.max(1, maxAttempts), ANY),
        dispatched.context(),
        effect.promise(),
        effect.longestAttempt(),
        null,
        effect.reconciler(),
        effect.settleDelay(),
        watched);
  }
}
