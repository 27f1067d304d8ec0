package dev.sidegate.engine.settings;

import dev.sidegate.ApprovalMode;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What is set about an effect's approval. Each may tighten what the code demands; null says
 * nothing.
 *
 * @param role of those who may decide
 * @param mode when they are asked
 * @param needed how many people have to say yes
 * @param expiresIn how long a question stands
 * @param window how long an authorised effect can be withdrawn
 * @param samplePpm of a million cases that a rule lets pass, how many go to a person all the same
 * @param remindAfter when people are reminded, from the question on
 * @param fallbackRole who may decide as well, once a question has stood for {@code fallbackAfter}
 * @param fallbackAfter see there
 */
public record ApprovalSettings(
    @Nullable String role,
    @Nullable ApprovalMode mode,
    @Nullable Integer needed,
    @Nullable Duration expiresIn,
    @Nullable Duration window,
    @Nullable Integer samplePpm,
    @Nullable Duration remindAfter,
    @Nullable String fallbackRole,
    @Nullable Duration fallbackAfter) {

  /** Nothing is set. */
  public static final ApprovalSettings NONE =
      new ApprovalSettings(null, null, null, null, null, null, null, null, null);
}
