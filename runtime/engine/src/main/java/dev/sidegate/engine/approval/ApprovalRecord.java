package dev.sidegate.engine.approval;

import dev.sidegate.ApprovalMode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One question to people, as the database has it.
 *
 * @param id its own id
 * @param number from 1; asked anew after a changed policy, it is the next one
 * @param state how it stands
 * @param mode why it was asked before the effect
 * @param role of those who may decide
 * @param fallbackRole who may decide as well, from {@code fallbackAt} on; null if nobody
 * @param fallbackAt see there
 * @param needed how many people have to say yes
 * @param votes of those who did, or said no, in order
 * @param policyVersion the version of the policy that it is bound to
 * @param payloadHash what law 5 compares, in hexadecimal digits
 * @param boundDigest what law 7 binds it to, free text too, in hexadecimal digits
 * @param askedBecause why a person is asked, where a rule could have let it pass
 * @param requester who asked; may not approve it. Null if nobody is known
 * @param facts what was said besides the arguments, by name
 * @param askedAt since when it stands
 * @param expiresAt until when
 * @param decidedAt when it ended; null while it stands
 * @param decidedBy by whom; null where time or a policy ended it
 * @param reason why; null if nothing was said
 */
public record ApprovalRecord(
    UUID id,
    int number,
    State state,
    ApprovalMode mode,
    String role,
    @Nullable String fallbackRole,
    @Nullable Instant fallbackAt,
    int needed,
    List<CastVote> votes,
    int policyVersion,
    String payloadHash,
    String boundDigest,
    String askedBecause,
    @Nullable String requester,
    Map<String, String> facts,
    Instant askedAt,
    Instant expiresAt,
    @Nullable Instant decidedAt,
    @Nullable String decidedBy,
    @Nullable String reason) {
  /** Copies the collections. */
  public ApprovalRecord {
    votes = List.copyOf(votes);
    facts = Map.copyOf(facts);
  }

  /** How many have said yes so far. */
  public int yes() {
    return (int) votes.stream().filter(CastVote::yes).count();
  }

  /** A fact that may be missing. */
  public Optional<String> fact(String name) {
    return Optional.ofNullable(facts.get(name));
  }

  /** How a question can stand. */
  public enum State {
    /** Somebody may decide. */
    OPEN,
    /** Enough people said yes. */
    GRANTED,
    /** Somebody said no. */
    REJECTED,
    /** Nobody decided in time. */
    EXPIRED,
    /** Its policy changed, or it was withdrawn. */
    VOID
  }
}
