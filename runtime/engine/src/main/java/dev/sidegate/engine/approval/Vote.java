package dev.sidegate.engine.approval;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A person's yes or no.
 *
 * @param id made by the caller; voting twice with one id is voting once
 * @param operation what it is about
 * @param seenVersion the intent's version that the person looked at; null decides whatever it is
 * @param seenDigest the bound digest, in hexadecimal digits, that the person looked at; null as
 *     before
 * @param yes whether it is a yes
 * @param reason why; a no needs one
 * @param token what a link carried; null if it came without
 * @param decider who says it
 */
public record Vote(
    UUID id,
    UUID operation,
    @Nullable Long seenVersion,
    @Nullable String seenDigest,
    boolean yes,
    @Nullable String reason,
    @Nullable LinkToken token,
    Decider decider) {
  /** A no without a reason makes the model ask again. */
  public Vote {
    if (!yes && (reason == null || reason.isBlank())) {
      throw new IllegalArgumentException("a rejection needs a reason");
    }
  }
}
