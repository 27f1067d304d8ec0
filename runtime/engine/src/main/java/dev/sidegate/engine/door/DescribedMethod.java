package dev.sidegate.engine.door;

import dev.sidegate.ApprovalMode;
import dev.sidegate.engine.approval.Declared;
import dev.sidegate.engine.gate.CaseRule;
import dev.sidegate.engine.gate.EffectDemands;
import dev.sidegate.engine.gate.EffectSpec;
import dev.sidegate.engine.settings.Durations;
import dev.sidegate.key.KeyTemplate;
import java.lang.invoke.MethodHandles;
import java.util.List;
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
 * @param order the template by whose value queued calls keep their order; empty if it is free
 * @param schema the fingerprint of its parameters' types
 * @param returnsStage whether it returns a stage
 * @param returnsNothing whether it is {@code void}
 * @param resultStored whether its result can be rebuilt
 * @param perAttempt whether a parameter belongs to one attempt, so that stored arguments are not
 *     all
 * @param reconciler who asks the provider what became of it; empty if nobody can
 * @param rule what lets narrow cases pass without a person; empty if nothing
 */
record DescribedMethod(
    Descriptor descriptor,
    int index,
    String signature,
    Callee callee,
    EffectSpec effect,
    KeyTemplate key,
    Optional<KeyTemplate> scope,
    Optional<KeyTemplate> order,
    String schema,
    boolean returnsStage,
    boolean returnsNothing,
    boolean resultStored,
    boolean perAttempt,
    Optional<DescribedReconciler> reconciler,
    Optional<CaseRule> rule) {

  static final int KEY = 0;
  static final int SCOPE = 1;
  static final int ORDER = 2;

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
        contracts
            .spec(
                text(metadata, "effect"),
                owner.isEmpty() ? className + "#" + method : owner,
                text(metadata, "provider"),
                ProviderContracts.written(metadata),
                flag(metadata, "sensitive"),
                Optional.empty())
            .demanding(demands(metadata)),
        KeyTemplate.parse(text(metadata, "key")),
        qualifier(scope),
        qualifier(text(metadata, "order")),
        text(metadata, "schema"),
        text(metadata, "returns").equals("stage"),
        text(metadata, "returns").equals("void"),
        flag(metadata, "resultStored"),
        flag(metadata, "perAttempt"),
        DescribedReconciler.of(metadata),
        rule(lookup, metadata));
  }

  private static Optional<KeyTemplate> qualifier(String template) {
    return template.isEmpty()
        ? Optional.empty()
        : Optional.of(KeyTemplate.parseQualifier(template));
  }

  private static EffectDemands demands(Map<?, ?> metadata) {
    return new EffectDemands(
        declared(metadata.get("approval")),
        flag(metadata, "irreversible"),
        text(metadata, "execution").equals("OUTBOX"),
        flag(metadata, "perAttempt")
            ? Optional.of("it has @PerAttempt values, which nobody has later")
            : Optional.empty(),
        metadata.get("parameters") instanceof List<?> names
            ? names.stream().map(String::valueOf).toList()
            : List.of());
  }

  private static Optional<Declared> declared(@Nullable Object approval) {
    if (!(approval instanceof Map<?, ?> says)) {
      return Optional.empty();
    }
    String expiresIn = text(says, "expiresIn");
    String rule = text(says, "unless");
    return Optional.of(
        new Declared(
            text(says, "role"),
            ApprovalMode.valueOf(text(says, "mode")),
            rule.isEmpty() ? Optional.empty() : Optional.of(rule),
            expiresIn.isEmpty() ? Optional.empty() : Optional.of(Durations.parse(expiresIn))));
  }

  /** The rule that the code names; made once, with the description. */
  private static Optional<CaseRule> rule(MethodHandles.Lookup lookup, Map<?, ?> metadata) {
    return declared(metadata.get("approval"))
        .flatMap(Declared::rule)
        .map(type -> WovenRule.of(lookup, type));
  }

  private static String text(Map<?, ?> metadata, String name) {
    Object value = metadata.get(name);
    return value == null ? "" : value.toString();
  }

  private static boolean flag(Map<?, ?> metadata, @Nullable String name) {
    return Boolean.TRUE.equals(metadata.get(name));
  }
}
