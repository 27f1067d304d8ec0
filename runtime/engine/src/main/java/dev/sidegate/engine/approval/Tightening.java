package dev.sidegate.engine.approval;

import static dev.sidegate.ApprovalMode.BEFORE_ACT;
import static dev.sidegate.ApprovalMode.BY_EXCEPTION;
import static dev.sidegate.ApprovalMode.CANCEL_WINDOW;

import dev.sidegate.ApprovalMode;
import dev.sidegate.engine.settings.ApprovalSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * From what the code demands and what is set to the policy of an effect. Where the code says
 * nothing, the settings say; what the code says, they may tighten and never remove.
 */
public final class Tightening {
  /** How long a question stands if nobody says otherwise. */
  public static final Duration EXPIRES_IN = Duration.ofHours(24);

  /** How long an effect with a cancel window can be withdrawn if nobody says otherwise. */
  public static final Duration WINDOW = Duration.ofMinutes(10);

  /** One in twenty of what a rule lets pass goes to a person, if nobody says otherwise. */
  public static final int SAMPLE_PPM = 50_000;

  private final String effect;
  private final @Nullable Declared declared;
  private final boolean irreversible;
  private final ApprovalSettings set;

  private Tightening(
      String effect, @Nullable Declared declared, boolean irreversible, ApprovalSettings set) {
    this.effect = effect;
    this.declared = declared;
    this.irreversible = irreversible;
    this.set = set;
  }

  /**
   * The policy.
   *
   * @param effect its name, for the message
   * @param declared what the code demands; empty if nothing
   * @param ruleVersion of the declared rule; 0 if there is none
   * @throws IllegalArgumentException if the settings would loosen it, or do not fit; the message
   *     names the setting
   */
  public static EffectPolicy of(
      String effect,
      Optional<Declared> declared,
      int ruleVersion,
      boolean irreversible,
      ApprovalSettings set) {
    return new Tightening(effect, declared.orElse(null), irreversible, set).policy(ruleVersion);
  }

  private EffectPolicy policy(int ruleVersion) {
    if (declared == null && set.role() == null) {
      if (!set.equals(ApprovalSettings.NONE)) {
        throw refused("role", "is missing: the code demands no approval, so nobody is named");
      }
      return EffectPolicy.NONE;
    }
    ApprovalMode mode = mode();
    Optional<ApprovalPolicy.Rule> rule =
        mode == BY_EXCEPTION
            ? Optional.of(
                new ApprovalPolicy.Rule(
                    Objects.requireNonNull(declared).rule().orElseThrow(),
                    ruleVersion,
                    or(set.samplePpm(), SAMPLE_PPM)))
            : Optional.empty();
    EffectPolicy policy = put(mode, rule);
    refuseLoosening(policy);
    return policy;
  }

  private EffectPolicy put(ApprovalMode mode, Optional<ApprovalPolicy.Rule> rule) {
    Duration declaredExpiry = declared == null ? null : declared.expiresIn().orElse(null);
    try {
      return new EffectPolicy(
          Optional.of(
              new ApprovalPolicy(
                  or(set.role(), declared == null ? "" : declared.role()),
                  mode,
                  or(set.needed(), 1),
                  or(set.expiresIn(), or(declaredExpiry, EXPIRES_IN)),
                  mode == CANCEL_WINDOW ? Optional.of(or(set.window(), WINDOW)) : Optional.empty(),
                  rule,
                  fallback())),
          irreversible);
    } catch (IllegalArgumentException wrong) {
      throw new IllegalArgumentException(
          "the approval of " + effect + ": " + wrong.getMessage(), wrong);
    }
  }

  private ApprovalMode mode() {
    if (declared == null) {
      if (set.mode() == BY_EXCEPTION) {
        throw refused("mode", "BY_EXCEPTION needs a rule, which only @RequiresApproval can name");
      }
      return or(set.mode(), BEFORE_ACT);
    }
    return or(set.mode(), declared.mode());
  }

  private Optional<ApprovalPolicy.Fallback> fallback() {
    String role = set.fallbackRole();
    Duration after = set.fallbackAfter();
    if (role == null) {
      if (after != null) {
        throw refused("fallback-after", "belongs to a fallback-role, and there is none");
      }
      return Optional.empty();
    }
    if (after == null) {
      throw refused("fallback-after", "is missing: when may the fallback-role decide?");
    }
    return Optional.of(new ApprovalPolicy.Fallback(role, after));
  }

  /** Compared with what the code alone would demand, in what the code says. */
  private void refuseLoosening(EffectPolicy policy) {
    if (declared == null) {
      return;
    }
    ApprovalPolicy is = policy.approval().orElseThrow();
    List<String> loosened = new ArrayList<>();
    if (!is.role().equals(declared.role())) {
      loosened.add("role");
    }
    if (is.mode() != BEFORE_ACT && is.mode() != declared.mode()) {
      loosened.add("mode");
    }
    if (declared.expiresIn().filter(limit -> is.expiresIn().compareTo(limit) > 0).isPresent()) {
      loosened.add("expires-in");
    }
    if (!loosened.isEmpty()) {
      throw refused(
          loosened.get(0),
          "would loosen what @RequiresApproval demands; settings may tighten it, never loosen or"
              + " remove it");
    }
  }

  private IllegalArgumentException refused(String name, String why) {
    return new IllegalArgumentException(
        "sidegate.effects." + effect + ".approval." + name + " " + why);
  }

  private static <T> T or(@Nullable T said, T otherwise) {
    return said == null ? otherwise : said;
  }
}
