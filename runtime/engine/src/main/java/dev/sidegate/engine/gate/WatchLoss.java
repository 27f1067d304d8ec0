package dev.sidegate.engine.gate;

import dev.sidegate.engine.intent.IntentStore;
import dev.sidegate.engine.intent.StoreUnavailableException;
import java.util.Optional;

/**
 * Something of an attempt goes where nobody looks. Where the attempt was claimed as watched, the
 * database has to know that first: it would believe of a process that froze that it can send
 * nothing any more, and let another attempt begin.
 */
public final class WatchLoss {
  private final IntentStore store;

  /** Writes it into this store. */
  public WatchLoss(IntentStore store) {
    this.store = store;
  }

  /** A socket outside the watched clients, or a child process. Empty if it may go on. */
  public Optional<String> unwatched(RunningAttempt attempt, String what) {
    attempt.wire().unwatched(what);
    return keep(attempt, what);
  }

  /** Work goes where nobody ties it to the attempt. Empty if it may go on. */
  public Optional<String> untied(RunningAttempt attempt, String what) {
    attempt.wire().untied(what);
    return keep(attempt, what);
  }

  private Optional<String> keep(RunningAttempt attempt, String what) {
    if (attempt.wire().isLossKept() || attempt.hasEnded()) {
      return Optional.empty(); // what had not finished at the end was settled as such
    }
    if (!attempt.leased()) {
      return refusal(attempt, what, "the lease of its attempt has ended");
    }
    try {
      if (!store.unwatch(attempt.claim())) {
        return refusal(attempt, what, "its attempt was given up meanwhile");
      }
    } catch (StoreUnavailableException away) {
      return refusal(
          attempt, what, "that it is not watched could not be written down: " + away.getMessage());
    }
    attempt.wire().keepLoss();
    return Optional.empty();
  }

  private static Optional<String> refusal(RunningAttempt attempt, String what, String reason) {
    return Optional.of(
        "Sidegate: " + what + " is refused inside " + attempt.effect() + ": " + reason);
  }
}
