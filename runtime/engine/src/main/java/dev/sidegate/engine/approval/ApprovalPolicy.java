package dev.sidegate.engine.approval;

import dev.sidegate.ApprovalMode;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Which yes an effect demands.
 *
 * @param role of those who may decide
 * @param mode when they are asked
 * @param needed how many different people have to say yes
 * @param expiresIn how long a question stands
 * @param window how long an authorised effect can still be withdrawn; with CANCEL_WINDOW only
 * @param rule what lets narrow cases pass; with BY_EXCEPTION only
 * @param fallback who may decide as well, once a question has stood for long
 */
public record ApprovalPolicy(
    String role,
    ApprovalMode mode,
    int needed,
    Duration expiresIn,
    Optional<Duration> window,
    Optional<Rule> rule,
    Optional<Fallback> fallback) {

  /** A part of the role's name in PostgreSQL, so lower case and short. */
  private static final Pattern ROLE = Pattern.compile("[a-z0-9][a-z0-9_-]{0,43}");

  /** The whole of a sample: parts of a million. */
  public static final int ALL = 1_000_000;

  /** Checks each part, and that the parts fit the mode. */
  public ApprovalPolicy {
    checkRole(role);
    if (needed < 1) {
      throw new IllegalArgumentException("at least 1 person has to say yes, not " + needed);
    }
    if (expiresIn.isNegative() || expiresIn.isZero()) {
      throw new IllegalArgumentException("a question has to stand for some time");
    }
    if (window.isPresent() != (mode == ApprovalMode.CANCEL_WINDOW)) {
      throw new IllegalArgumentException("a window belongs to CANCEL_WINDOW, and to no other mode");
    }
    if (rule.isPresent() != (mode == ApprovalMode.BY_EXCEPTION)) {
      throw new IllegalArgumentException("a rule belongs to BY_EXCEPTION, and to no other mode");
    }
  }

  /**
   * Checks that a text can name a role of approvers.
   *
   * @throws IllegalArgumentException if it cannot
   */
  public static String checkRole(String role) {
    if (!ROLE.matcher(role).matches()) {
      throw new IllegalArgumentException(
          "a role of approvers is 1 to 44 of a-z, 0-9, _ and -, not '" + role + "'");
    }
    return role;
  }

  /**
   * The rule of BY_EXCEPTION.
   *
   * @param type its class
   * @param version raised when it changes
   * @param samplePpm of a million cases that it lets pass, how many go to a person all the same
   */
  public record Rule(String type, int version, int samplePpm) {
    /** Checks the sample. */
    public Rule {
      if (samplePpm < 0 || samplePpm > ALL) {
        throw new IllegalArgumentException("a sample is a part of a million, not " + samplePpm);
      }
    }
  }

  /**
   * Who else may decide.
   *
   * @param role of those who may
   * @param after from then on, counted from the question
   */
  public record Fallback(String role, Duration after) {
    /** Checks both. */
    public Fallback {
      checkRole(role);
      if (after.isNegative() || after.isZero()) {
        throw new IllegalArgumentException("a fallback decides after some time");
      }
    }
  }
}
