package dev.sidegate.engine.gate;

import dev.sidegate.RetryAdvice;
import dev.sidegate.engine.audit.KeyDigest;
import dev.sidegate.engine.audit.ProcessAudit;
import dev.sidegate.engine.intent.IntentKey;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Which held calls are refusals, and what the process's chain is told of them (law 15). */
final class Refusals {
  private final ProcessAudit audit;
  private final CallScopes scopes;

  Refusals(ProcessAudit audit, CallScopes scopes) {
    this.audit = audit;
    this.scopes = scopes;
  }

  /** Records it, if it is one. */
  void record(HeldAnswer answer, EffectSpec effect, @Nullable IntentKey key) {
    kind(answer)
        .ifPresent(
            kind ->
                audit.refusal(
                    kind,
                    effect.name(),
                    key == null ? null : key.scope(),
                    key == null ? null : KeyDigest.of(key),
                    detail(answer, effect)));
  }

  /** Waiting, replays, doubt and a database that is away are no refusals. */
  private static Optional<String> kind(HeldAnswer answer) {
    return switch (answer.status()) {
      case CONFLICT -> Optional.of("conflict");
      case STOPPED -> Optional.of("stopped");
      case FAILED ->
          answer.retry() == RetryAdvice.WITH_CHANGES ? Optional.of("validation") : Optional.empty();
      case UNAVAILABLE ->
          answer.retry() == RetryAdvice.AFTER_OPERATOR ? Optional.of("policy") : Optional.empty();
      default -> Optional.empty();
    };
  }

  /** What is known around the call; why, unless a value of it is sensitive. */
  private Map<String, String> detail(HeldAnswer answer, EffectSpec effect) {
    Map<String, String> detail = new HashMap<>(scopes.current().values());
    String reason = answer.reason();
    if (reason != null && !effect.sensitive()) {
      detail.put("reason", reason);
    }
    return detail;
  }
}
