package dev.sidegate.engine.door;

import dev.sidegate.KeyFormat;
import dev.sidegate.engine.gate.EffectSpec;
import dev.sidegate.engine.intent.ProviderPromise;
import dev.sidegate.engine.settings.Durations;
import dev.sidegate.key.KeyTemplate;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the descriptor says of one guarded method.
 *
 * @param descriptor where its trees are made
 * @param index its number there
 * @param signature name and JVM descriptor
 * @param effect what the annotations say
 * @param key the key's template
 * @param scope the scope's template; empty if the scope comes from around the call
 * @param schema the fingerprint of its parameters' types
 * @param returnsStage whether it returns a stage
 * @param returnsNothing whether it is {@code void}
 * @param resultStored whether its result can be rebuilt
 * @param perAttempt whether a parameter belongs to one attempt, so that stored arguments are not
 *     all
 * @param reconciler who asks the provider what became of it; empty if nobody can
 */
record DescribedMethod(
    Descriptor descriptor,
    int index,
    String signature,
    EffectSpec effect,
    KeyTemplate key,
    Optional<KeyTemplate> scope,
    String schema,
    boolean returnsStage,
    boolean returnsNothing,
    boolean resultStored,
    boolean perAttempt,
    Optional<DescribedReconciler> reconciler) {

  static final int KEY = 0;
  static final int SCOPE = 1;

  static DescribedMethod of(
      Descriptor descriptor, int index, String className, Map<?, ?> metadata) {
    String method = text(metadata, "method");
    String scope = text(metadata, "scope");
    String owner = text(metadata, "owner");
    return new DescribedMethod(
        descriptor,
        index,
        method + text(metadata, "descriptor"),
        new EffectSpec(
            text(metadata, "effect"),
            owner.isEmpty() ? className + "#" + method : owner,
            KeyFormat.valueOf(text(metadata, "keyFormat")),
            text(metadata, "header"),
            flag(metadata, "sensitive"),
            promise(metadata),
            refusal(metadata)),
        KeyTemplate.parse(text(metadata, "key")),
        scope.isEmpty() ? Optional.empty() : Optional.of(KeyTemplate.parseQualifier(scope)),
        text(metadata, "schema"),
        text(metadata, "returns").equals("stage"),
        text(metadata, "returns").equals("void"),
        flag(metadata, "resultStored"),
        flag(metadata, "perAttempt"),
        DescribedReconciler.of(metadata));
  }

  private static ProviderPromise promise(Map<?, ?> metadata) {
    String keyTtl = text(metadata, "keyTtl");
    Duration keyedFor =
        flag(metadata, "keyed") && !keyTtl.isEmpty() ? Durations.parse(keyTtl) : Duration.ZERO;
    return new ProviderPromise(keyedFor.isZero() ? null : keyedFor, flag(metadata, "idempotent"));
  }

  /** What this engine cannot do yet is refused, never done without (law 1). */
  private static Optional<String> refusal(Map<?, ?> metadata) {
    if (metadata.get("approval") != null) {
      return Optional.of(
          "@RequiresApproval needs approvals, which this version of Sidegate does not have yet");
    }
    if (text(metadata, "execution").equals("OUTBOX")) {
      return Optional.of(
          "Execution.OUTBOX needs the outbox, which this version of Sidegate does not have yet");
    }
    if (!text(metadata, "provider").isEmpty()) {
      return Optional.of(
          "@ProviderContract(name = …) needs sidegate.providers settings, which this version of"
              + " Sidegate does not have yet");
    }
    return Optional.empty();
  }

  private static String text(Map<?, ?> metadata, String name) {
    Object value = metadata.get(name);
    return value == null ? "" : value.toString();
  }

  private static boolean flag(Map<?, ?> metadata, @Nullable String name) {
    return Boolean.TRUE.equals(metadata.get(name));
  }
}
