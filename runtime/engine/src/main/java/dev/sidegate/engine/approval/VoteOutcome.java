package dev.sidegate.engine.approval;

import java.util.Optional;

/**
 * What became of a vote.
 *
 * @param verdict in one word
 * @param asked how it stands now; empty if there is no such question
 */
public record VoteOutcome(Verdict verdict, Optional<Asked> asked) {

  /** What can become of a vote. Only the first two count it. */
  public enum Verdict {
    /** It decided; repeated with its id, too. */
    DECIDED,
    /** It counts, and more people have to say yes. */
    VOTED,
    /** Somebody else was faster; the question says who. */
    DECIDED_ALREADY,
    /** This person has voted, under this name or another. */
    VOTED_ALREADY,
    /** Too late. */
    EXPIRED,
    /** The policy changed, or the question was withdrawn. */
    VOID,
    /** It is not any more what the person looked at. */
    MOVED,
    /** Who asks cannot approve (law 8). */
    OWN_REQUEST,
    /** An agent's login. */
    AGENT,
    /** Not in the role. */
    OTHER_ROLE,
    /** Nobody has let him decide in his place, or not any more. */
    NO_DELEGATION,
    /** The link's token is unknown, used, too old, another person's or another question's. */
    TOKEN,
    /** The vote's id belongs to another vote. */
    OTHER_VOTE,
    /** Nobody is asked about such an operation. */
    NOT_FOUND
  }
}
