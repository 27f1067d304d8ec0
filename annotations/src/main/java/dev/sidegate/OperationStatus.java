package dev.sidegate;

import java.util.HashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * How an {@link Operation} stood when it was looked at. Holds no argument and no exception's text.
 *
 * <p>{@link #message()} is the sentence meant for the model; {@link #toToolResult()} is the whole
 * answer of a tool.
 */
public final class OperationStatus {
  private final EffectHeldException.Answer answer;
  private final String id;
  private final boolean over;
  private final @Nullable String effect;
  private final @Nullable String scope;
  private final @Nullable String key;
  private final boolean rebuilt;
  private final @Nullable Object result;

  private OperationStatus(Map<String, ?> looked, EffectHeldException.Answer answer) {
    this.answer = answer;
    this.id = String.valueOf(looked.get("id"));
    this.over = Boolean.TRUE.equals(looked.get("over"));
    this.effect = text(looked, "effect");
    this.scope = text(looked, "scope");
    this.key = text(looked, "key");
    this.rebuilt = looked.containsKey("result");
    this.result = looked.get("result");
  }

  /**
   * Reads an answer of the engine, which calls this through the loader of the class that asks.
   *
   * @param looked {@code id}, {@code over}, and the fields of a held call's answer; where known
   *     {@code effect}, {@code scope}, {@code key}, and {@code result} where it could be rebuilt
   * @throws IllegalArgumentException for an answer of a newer protocol
   */
  public static OperationStatus of(Map<String, ?> looked) {
    Map<String, String> texts = new HashMap<>();
    looked.forEach(
        (name, value) -> {
          if (value instanceof String text) {
            texts.put(name, text);
          }
        });
    return new OperationStatus(looked, new EffectHeldException.Answer(texts));
  }

  /** The id that was asked about. */
  public String id() {
    return id;
  }

  /** What became of the wish. */
  public EffectStatus status() {
    return answer.status;
  }

  /** Whether the outside world was changed. */
  public Executed executed() {
    return answer.executed;
  }

  /** Whether the same call may be made again. */
  public RetryAdvice retry() {
    return answer.retry;
  }

  /**
   * Whether nothing more happens to it by itself: it is finished, or it waits for a person because
   * of its outcome. A question that waits for its yes is not over.
   */
  public boolean isOver() {
    return over;
  }

  /** The sentence for the model. */
  public String message() {
    return answer.message;
  }

  /** More for people and logs; null if there is nothing to add. */
  public @Nullable String reason() {
    return answer.reason;
  }

  /** The provider's id of the effect; null if none is known. */
  public @Nullable String receipt() {
    return answer.receipt;
  }

  /** Class name of the last failure; null if there was none. */
  public @Nullable String failure() {
    return answer.failure;
  }

  /** The effect's name; null if the operation is not known. */
  public @Nullable String effect() {
    return effect;
  }

  /** The tenant or environment; null if the operation is not known, empty if it has none. */
  public @Nullable String scope() {
    return scope;
  }

  /** The effect's key, as people read it; null if the operation is not known. */
  public @Nullable String key() {
    return key;
  }

  /**
   * Whether {@link #result()} gives what the method returned: it is completed, its result could be
   * stored, and its class has been in use in this JVM. Results of lambdas are never rebuilt here.
   */
  public boolean hasResult() {
    return rebuilt;
  }

  /**
   * What the method returned, decoded from its stored form.
   *
   * @throws NoSuchElementException if there is none; see {@link #hasResult()}
   */
  public @Nullable Object result() {
    if (!rebuilt) {
      throw new NoSuchElementException(
          "operation " + id + " (" + status().wireName() + ") has no result that can be rebuilt");
    }
    return result;
  }

  /**
   * The answer of a tool, as one JSON object: {@code status}, {@code executed}, {@code operation},
   * {@code retry}, {@code reason} and {@code message}.
   */
  public String toToolResult() {
    return ToolAnswer.json(
        answer.status, answer.executed, answer.retry, id, answer.reason, answer.message);
  }

  @Override
  public String toString() {
    return toToolResult();
  }

  private static @Nullable String text(Map<String, ?> looked, String name) {
    return looked.get(name) instanceof String text ? text : null;
  }
}
