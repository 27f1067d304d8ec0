package dev.sidegate;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A guarded call that gives no result of its own run. A skipped body that returned normally would
 * be reported as success; so it throws, one subclass per {@link EffectStatus}.
 *
 * <p>{@link #getMessage()} is the sentence meant for the model; {@link #toToolResult()} is the
 * whole answer of a tool. Neither holds a sensitive value or the text of the provider's exception.
 */
public abstract class EffectHeldException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final EffectStatus status;
  private final Executed executed;
  private final RetryAdvice retry;
  private final @Nullable String operation;
  private final @Nullable String reason;

  EffectHeldException(Answer answer, @Nullable Throwable cause) {
    super(answer.message, cause);
    this.status = answer.status;
    this.executed = answer.executed;
    this.retry = answer.retry;
    this.operation = answer.operation;
    this.reason = answer.reason;
  }

  /**
   * Makes the exception of an answer. The engine calls it through the loader of the woven class, so
   * that application code can catch what it sees.
   *
   * @param answer {@code status}, {@code executed}, {@code retry}, {@code message}, and where known
   *     {@code operation}, {@code reason}, {@code receipt} and {@code failure} (the class name of
   *     the original exception)
   * @param cause the original exception, or null
   * @throws IllegalArgumentException for an answer of a newer protocol
   */
  public static EffectHeldException of(Map<String, String> answer, @Nullable Throwable cause) {
    Answer read = new Answer(answer);
    return switch (read.status) {
      case COMPLETED -> new EffectCompletedException(read, cause);
      case IN_PROGRESS -> new EffectInProgressException(read, cause);
      case AWAITING_APPROVAL -> new ApprovalRequiredException(read, cause);
      case SCHEDULED -> new EffectScheduledException(read, cause);
      case REJECTED -> new EffectRejectedException(read, cause);
      case EXPIRED -> new EffectExpiredException(read, cause);
      case CANCELLED -> new EffectCancelledException(read, cause);
      case ABANDONED -> new EffectAbandonedException(read, cause);
      case UNKNOWN -> new OutcomeUnknownException(read, cause);
      case FAILED -> new EffectFailedException(read, cause);
      case CONFLICT -> new EffectConflictException(read, cause);
      case STOPPED -> new EffectStoppedException(read, cause);
      case UNAVAILABLE -> new EffectUnavailableException(read, cause);
    };
  }

  /** What became of the wish. */
  public final EffectStatus status() {
    return status;
  }

  /** Whether the outside world was changed. */
  public final Executed executed() {
    return executed;
  }

  /** Whether the same call may be made again. */
  public final RetryAdvice retry() {
    return retry;
  }

  /** The operation to ask about, as shown to people and models; null if no intent exists. */
  public final @Nullable String operation() {
    return operation;
  }

  /** Why: a rejection's reason, a conflict's, a failure's; null if there is none. */
  public final @Nullable String reason() {
    return reason;
  }

  /**
   * The answer of a tool, as one JSON object: {@code status}, {@code executed}, {@code operation},
   * {@code retry}, {@code reason} and {@code message}. To be given to the model as the tool's
   * result, not as an error.
   */
  public final String toToolResult() {
    return ToolAnswer.json(
        status, executed, retry, operation, reason, String.valueOf(getMessage()));
  }

  /** An answer of the engine, read from its JDK form. */
  static final class Answer {
    final EffectStatus status;
    final Executed executed;
    final RetryAdvice retry;
    final String message;
    final @Nullable String operation;
    final @Nullable String reason;
    final @Nullable String receipt;
    final @Nullable String failure;

    Answer(Map<String, String> answer) {
      this.status = EffectStatus.valueOf(required(answer, "status").toUpperCase(Locale.ROOT));
      this.executed = Executed.valueOf(required(answer, "executed").toUpperCase(Locale.ROOT));
      this.retry = RetryAdvice.valueOf(required(answer, "retry").toUpperCase(Locale.ROOT));
      this.message = required(answer, "message");
      this.operation = answer.get("operation");
      this.reason = answer.get("reason");
      this.receipt = answer.get("receipt");
      this.failure = answer.get("failure");
    }

    private static String required(Map<String, String> answer, String name) {
      String value = answer.get(name);
      if (value == null) {
        throw new IllegalArgumentException("an answer without " + name + ": " + answer.keySet());
      }
      return value;
    }
  }
}
