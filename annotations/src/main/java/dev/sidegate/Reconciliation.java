package dev.sidegate;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What the provider said when it was asked about an effect. Immutable. */
public final class Reconciliation {

  /** The four answers. */
  public enum Verdict {
    /** The effect happened, as intended. */
    APPLIED,
    /** The effect did not happen, and the provider knows it. */
    NOT_APPLIED,
    /** Something was found, but not what was intended, or more than once. */
    CONFLICT,
    /** The lookup failed or cannot tell. Never means absent. */
    UNDETERMINED
  }

  private final Verdict verdict;
  private final @Nullable String receipt;
  private final @Nullable Object result;
  private final @Nullable String reason;

  private Reconciliation(
      Verdict verdict, @Nullable String receipt, @Nullable Object result, @Nullable String reason) {
    this.verdict = verdict;
    this.receipt = receipt;
    this.result = result;
    this.reason = reason;
  }

  /** The effect happened. */
  public static Reconciliation applied(String receipt) {
    return applied(receipt, null);
  }

  /** The effect happened, and this is what the method would have returned. */
  public static Reconciliation applied(String receipt, @Nullable Object result) {
    return new Reconciliation(
        Verdict.APPLIED, Objects.requireNonNull(receipt, "receipt"), result, null);
  }

  /** The effect did not happen; only for an authoritative answer. */
  public static Reconciliation notApplied() {
    return new Reconciliation(Verdict.NOT_APPLIED, null, null, null);
  }

  /** Something else was found than what was intended. */
  public static Reconciliation conflict(String reason) {
    return new Reconciliation(
        Verdict.CONFLICT, null, null, Objects.requireNonNull(reason, "reason"));
  }

  /** The provider could not be asked, or could not tell. */
  public static Reconciliation undetermined(String reason) {
    return new Reconciliation(
        Verdict.UNDETERMINED, null, null, Objects.requireNonNull(reason, "reason"));
  }

  /** The answer. */
  public Verdict verdict() {
    return verdict;
  }

  /** The provider's id of the effect; null unless applied. */
  public @Nullable String receipt() {
    return receipt;
  }

  /** The result given with {@link #applied(String, Object)}; else null. */
  public @Nullable Object result() {
    return result;
  }

  /** Why; null unless conflict or undetermined. */
  public @Nullable String reason() {
    return reason;
  }

  @Override
  public String toString() {
    return verdict + (receipt == null ? "" : " " + receipt) + (reason == null ? "" : ": " + reason);
  }
}
