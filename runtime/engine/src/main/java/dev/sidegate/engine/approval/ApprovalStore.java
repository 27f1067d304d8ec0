package dev.sidegate.engine.approval;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * Where questions are asked and answered, over a person's own login. All throw {@link
 * dev.sidegate.engine.intent.StoreUnavailableException} if the database cannot be asked, or refuses
 * the login.
 */
public interface ApprovalStore {

  /** An intent with its newest question; empty if nobody was ever asked about it. */
  Optional<Asked> find(UUID operation);

  /** Votes. Of many at once one decides; each is told what became of his. */
  VoteOutcome vote(Vote vote);

  /** Withdraws. */
  Withdrawal.Outcome withdraw(Withdrawal withdrawal);

  /**
   * Lets another person decide in the place of this login, until then; a past time ends it.
   *
   * @return false if the login is not in the role itself
   */
  boolean delegate(String person, String role, Instant until);
}
