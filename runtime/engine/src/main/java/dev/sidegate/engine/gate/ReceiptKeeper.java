package dev.sidegate.engine.gate;

import dev.sidegate.engine.audit.ProcessAudit;
import dev.sidegate.engine.intent.IntentStore;
import dev.sidegate.engine.intent.StoreUnavailableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps a provider's proof as soon as a body has it, so that it survives the process. */
public final class ReceiptKeeper {
  private static final Logger LOG = LoggerFactory.getLogger(ReceiptKeeper.class);
  private static final int LONGEST = 1000;

  private final IntentStore store;
  private final ProcessAudit audit;

  /**
   * Keeps receipts in this store.
   *
   * @param audit is told of what came too late
   */
  public ReceiptKeeper(IntentStore store, ProcessAudit audit) {
    this.store = store;
    this.audit = audit;
  }

  /**
   * Keeps a receipt. While the database is away it is kept in memory alone, and goes with the
   * settle.
   *
   * @throws IllegalArgumentException for an empty receipt or one beyond 1,000 characters
   * @throws IllegalStateException after the body has ended
   */
  public void keep(RunningAttempt attempt, String receipt) {
    if (receipt.isBlank() || receipt.length() > LONGEST) {
      throw new IllegalArgumentException(
          "a receipt has 1 to " + LONGEST + " characters, not " + receipt.length());
    }
    attempt.keep(receipt);
    try {
      if (!store.keepReceipt(attempt.claim(), receipt)) {
        audit.lateReceipt(attempt.claim());
      }
    } catch (StoreUnavailableException away) {
      LOG.warn(
          "The receipt of {} ({}) is kept in memory until it is settled: {}",
          attempt.claim().operation(),
          attempt.effect(),
          away.getMessage());
    }
  }
}
