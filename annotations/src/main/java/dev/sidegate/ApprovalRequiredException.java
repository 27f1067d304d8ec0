package dev.sidegate;

import org.jspecify.annotations.Nullable;

/** Nothing was sent: a person has to approve it. The same call again finds the same question. */
public final class ApprovalRequiredException extends EffectHeldException {
  private static final long serialVersionUID = 1L;

  ApprovalRequiredException(Answer answer, @Nullable Throwable cause) {
    super(answer, cause);
  }
}
