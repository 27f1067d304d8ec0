package dev.sidegate.engine.store;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * More budget for every intent whose budget is used up, as after an outage.
 *
 * @param batch made by the caller; a batch grants each intent once, however often it is repeated
 * @param effect only of this effect; null for all
 * @param scope only of this scope; null for all
 * @param grant what each of them gets
 * @param reason why; stands in the audit of each
 */
public record HeldGrant(
    UUID batch,
    @Nullable String effect,
    @Nullable String scope,
    Decision.Grant grant,
    String reason) {

  /** Checks that there is a reason. */
  public HeldGrant {
    if (reason.isBlank()) {
      throw new IllegalArgumentException("a decision needs a reason");
    }
  }
}
