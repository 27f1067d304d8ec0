package dev.sidegate.agent.carry;

import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Work of an attempt goes to where nobody ties it to the attempt. */
final class Untied {
  private final BiFunction<String, @Nullable Object[], @Nullable Object> engine;

  Untied(BiFunction<String, @Nullable Object[], @Nullable Object> engine) {
    this.engine = engine;
  }

  /** Null if the work may go there, else why it must not: it could not be written down. */
  @Nullable RuntimeException refusal(String what) {
    Object attempt = engine.apply("attempt.current", new Object[0]);
    if (attempt == null || Origin.ofThisCall() != Origin.APPLICATION) {
      return null;
    }
    Object reason = engine.apply("attempt.untied", new Object[] {attempt, what});
    return reason == null ? null : new IllegalStateException((String) reason);
  }

  void refuse(String what) {
    RuntimeException refusal = refusal(what);
    if (refusal != null) {
      throw refusal;
    }
  }
}
