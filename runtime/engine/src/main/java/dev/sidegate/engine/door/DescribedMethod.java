package dev.sidegate.engine.door;

import dev.sidegate.engine.gate.EffectSpec;
import dev.sidegate.key.KeyTemplate;
import java.lang.invoke.MethodHandles;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the descriptor says of one guarded method.
 *
 * @param descriptor where its trees are made
 * @param index its number there
 * @param signature name and JVM descriptor
 * @param callee how it is called again
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
    Callee callee,
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
      Descriptor descriptor,
      int index,
      MethodHandles.Lookup lookup,
      Map<?, ?> metadata,
      ProviderContracts contracts) {
    String method = text(metadata, "method");
    String className = lookup.lookupClass().getName();
    String scope = text(metadata, "scope");
    String owner = text(metadata, "owner");
    return new DescribedMethod(
        descriptor,
        index,
        method + text(metadata, "descriptor"),
        new Callee(lookup, method, text(metadata, "descriptor")),
        contracts.spec(
            text(metadata, "effect"),
            owner.isEmpty() ? className + "#" + method : owner,
            text(metadata, "provider"),
            ProviderContracts.written(metadata),
            flag(metadata, "sensitive"),
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
