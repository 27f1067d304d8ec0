package dev.sidegate;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sidegate cannot decide: the database is away, the configuration is wrong, the weaving failed or
 * there is no engine in this JVM. Nothing ran.
 */
public final class EffectUnavailableException extends EffectHeldException {
  private static final long serialVersionUID = 1L;

  EffectUnavailableException(Answer answer, @Nullable Throwable cause) {
    super(answer, cause);
  }

  static EffectUnavailableException noEngine() {
    return new EffectUnavailableException(
        new Answer(
            Map.of(
                "status",
                "unavailable",
                "executed",
                "no",
                "retry",
                "after_operator",
                "message",
                "Not done: the safety gate for this action is not running. Tell the user.",
                "reason",
                "no Sidegate engine in this JVM: start it with -javaagent:sidegate-agent.jar, or"
                    + " call Engine.install(settings)")),
        null);
  }
}
