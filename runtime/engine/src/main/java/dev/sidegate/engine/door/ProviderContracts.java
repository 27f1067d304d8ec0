package dev.sidegate.engine.door;

import dev.sidegate.KeyFormat;
import dev.sidegate.engine.failure.DeclaredAnswers;
import dev.sidegate.engine.gate.EffectSpec;
import dev.sidegate.engine.intent.ProviderPromise;
import dev.sidegate.engine.settings.Durations;
import dev.sidegate.engine.settings.EffectSettings;
import dev.sidegate.engine.settings.ProviderTerms;
import dev.sidegate.engine.settings.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What providers promise: a contract of the settings where a name is given, and then nothing else
 * of the annotation counts; else what the annotation says.
 */
public final class ProviderContracts {
  private static final Logger LOG = LoggerFactory.getLogger(ProviderContracts.class);

  private final Settings settings;

  /** Looks names up in these settings. */
  public ProviderContracts(Settings settings) {
    this.settings = settings;
  }

  /** The effect with its provider's terms, refused where its contract has no such name. */
  EffectSpec spec(
      String effect,
      String owner,
      String contract,
      ProviderTerms written,
      boolean sensitive,
      Optional<String> refusal) {
    Optional<ProviderTerms> named = settings.provider(contract);
    if (!contract.isEmpty() && named.isEmpty()) {
      return new EffectSpec(
          effect, owner, ProviderTerms.NONE, sensitive, Optional.of(unknown(contract)));
    }
    ProviderTerms terms = contract.isEmpty() ? written : named.get();
    warn(effect, terms);
    return new EffectSpec(effect, owner, terms, sensitive, refusal);
  }

  /** What a descriptor says of the annotation. */
  static ProviderTerms written(Map<?, ?> metadata) {
    return new ProviderTerms(
        new ProviderPromise(keyedFor(metadata), Boolean.TRUE.equals(metadata.get("idempotent"))),
        KeyFormat.valueOf(String.valueOf(metadata.get("keyFormat"))),
        String.valueOf(metadata.get("header")),
        answers(metadata.get("notApplied")));
  }

  private static @Nullable Duration keyedFor(Map<?, ?> metadata) {
    Duration window =
        Boolean.TRUE.equals(metadata.get("keyed"))
            ? Durations.parse(String.valueOf(metadata.get("keyTtl")))
            : Duration.ZERO;
    return window.isZero() ? null : window;
  }

  private static DeclaredAnswers answers(@Nullable Object listed) {
    return listed instanceof List<?> answers
        ? new DeclaredAnswers(answers.stream().map(String::valueOf).toList())
        : DeclaredAnswers.NONE;
  }

  private String unknown(String contract) {
    return "@ProviderContract(name = \""
        + contract
        + "\"): the settings have no such contract; set sidegate.providers."
        + contract
        + ".keyed, .key-ttl, .idempotent or .not-applied"
        + (settings.providers().isEmpty()
            ? ""
            : " (known are " + String.join(", ", settings.providers().keySet()) + ")");
  }

  private void warn(String effect, ProviderTerms terms) {
    EffectSettings set = settings.effect(effect);
    terms
        .finding(set.leaseCap(), set.budget().deadline())
        .ifPresent(finding -> LOG.warn("The effect {}: {}", effect, finding));
  }
}
