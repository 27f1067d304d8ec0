package dev.sidegate.engine.gate;

import dev.sidegate.engine.audit.ProcessAudit;
import dev.sidegate.engine.intent.AttemptEvidence;
import dev.sidegate.engine.intent.Claimed;
import dev.sidegate.engine.intent.IntentSnapshot;
import dev.sidegate.engine.intent.IntentStore;
import dev.sidegate.engine.intent.SettleOutcome;
import dev.sidegate.engine.intent.SettleRequest;
import dev.sidegate.engine.intent.Settlement;
import dev.sidegate.engine.intent.StoreUnavailableException;
import dev.sidegate.engine.journal.JournalDrain;
import dev.sidegate.engine.lease.LeaseKeeper;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the end of an attempt durable: in the database, or in the journal while that is away. Never
 * throws; what could not be kept at all is left to the lease, which makes it doubt.
 */
public final class Settler {
  private static final Logger LOG = LoggerFactory.getLogger(Settler.class);

  private final IntentStore store;
  private final JournalDrain journal;
  private final LeaseKeeper leases;
  private final ProcessAudit audit;

  /** Puts the settler together. */
  public Settler(IntentStore store, JournalDrain journal, LeaseKeeper leases, ProcessAudit audit) {
    this.audit = audit;
    this.store = store;
    this.journal = journal;
    this.leases = leases;
  }

  /** Stops renewing; the lease runs out and makes it doubt. */
  void giveUp(RunningAttempt attempt) {
    leases.release(attempt);
  }

  /** Ends a right whose body did not start, and never will under it (law 2). */
  void undo(Claimed claim, Settlement settlement) {
    SettleRequest request =
        new SettleRequest(claim, settlement, List.of(), new AttemptEvidence(false, 0));
    try {
      SettleOutcome unused = store.settle(request);
    } catch (RuntimeException away) {
      LOG.warn("{} goes back through the journal: {}", claim.operation(), away.getMessage());
      try {
        journal.keep(request, () -> {});
      } catch (RuntimeException unwritable) {
        LOG.error(
            "{} could not be given back; when its lease ends it is in doubt",
            claim.operation(),
            unwritable);
      }
    }
  }

  /** How a settle ended. */
  sealed interface Kept {
    /** The intent stands thus, by this attempt's end. */
    record Settled(IntentSnapshot intent) implements Kept {}

    /** Somebody else moved the intent; the evidence is kept. */
    record Fenced() implements Kept {}

    /** Kept here, to be settled later; or nowhere, and the lease makes it doubt. */
    record Unsettled() implements Kept {}
  }

  Kept settle(RunningAttempt attempt, Settlement settlement) {
    SettleRequest request =
        new SettleRequest(
            attempt.claim(), settlement, attempt.providerRequestIds(), evidence(attempt));
    // A caller's interrupt must not tear the connection that the proof travels on.
    boolean interrupted = Thread.interrupted();
    try {
      return settle(attempt, request);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static AttemptEvidence evidence(RunningAttempt attempt) {
    WireEvidence evidence = attempt.evidence();
    return new AttemptEvidence(evidence.untied() || !evidence.watched(), evidence.unsafeRequests());
  }

  private Kept settle(RunningAttempt attempt, SettleRequest request) {
    try {
      SettleOutcome outcome = store.settle(request);
      leases.release(attempt);
      if (outcome instanceof SettleOutcome.Settled settled) {
        return new Kept.Settled(settled.intent());
      }
      audit.lateEvidence(request);
      return new Kept.Fenced();
    } catch (StoreUnavailableException away) {
      LOG.warn(
          "The end of {} ({}) could not be settled and goes to the journal: {}",
          attempt.claim().operation(),
          attempt.effect(),
          away.getMessage());
    } catch (RuntimeException bug) {
      LOG.error("Settling {} failed; it goes to the journal", attempt.claim().operation(), bug);
    }
    try {
      journal.keep(request, () -> leases.release(attempt));
    } catch (RuntimeException unwritable) {
      leases.release(attempt);
      LOG.error(
          "The end of {} could not be kept at all; when its lease ends it is in doubt",
          attempt.claim().operation(),
          unwritable);
    }
    return new Kept.Unsettled();
  }
}
