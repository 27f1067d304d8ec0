package dev.sidegate.engine.settings;

import dev.sidegate.KeyFormat;
import dev.sidegate.engine.failure.DeclaredAnswers;
import dev.sidegate.engine.intent.ProviderPromise;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@code sidegate.providers.<name>.*}; gathers every finding. */
final class ProviderReader {
  private static final Pattern HEADER = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");

  private final SettingSources sources;
  private final List<String> findings;

  ProviderReader(SettingSources sources, List<String> findings) {
    this.sources = sources;
    this.findings = findings;
  }

  Map<String, ProviderTerms> read() {
    Set<String> names = new TreeSet<>();
    for (Setting setting : sources.all()) {
      SettingNames.providerOf(setting.name()).ifPresent(names::add);
    }
    Map<String, ProviderTerms> providers = new HashMap<>();
    names.forEach(name -> providers.put(name, provider("sidegate.providers." + name + ".")));
    return providers;
  }

  private ProviderTerms provider(String prefix) {
    return new ProviderTerms(
        new ProviderPromise(keyedFor(prefix), flag(prefix + "idempotent")),
        parsed(prefix + "key-format", KeyFormat.HEX32, ProviderReader::keyFormat),
        parsed(prefix + "header", "Idempotency-Key", ProviderReader::header),
        parsed(prefix + "not-applied", DeclaredAnswers.NONE, ProviderReader::answers));
  }

  private @Nullable Duration keyedFor(String prefix) {
    boolean keyed = flag(prefix + "keyed");
    Duration window = parsed(prefix + "key-ttl", Duration.ZERO, Durations::parse);
    if (keyed && window.isZero()) {
      findings.add(
          prefix + "keyed needs " + prefix + "key-ttl, as the provider documents it, such as 24h");
    }
    if (!keyed && sources.get(prefix + "key-ttl") != null) {
      findings.add(prefix + "key-ttl says how long keys are remembered; add " + prefix + "keyed");
    }
    return keyed && !window.isZero() ? window : null;
  }

  private static KeyFormat keyFormat(String text) {
    try {
      return KeyFormat.valueOf(text.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException unknown) {
      throw new IllegalArgumentException(
          "write one of " + Arrays.toString(KeyFormat.values()) + ", not '" + text + "'", unknown);
    }
  }

  private static String header(String text) {
    if (!HEADER.matcher(text).matches()) {
      throw new IllegalArgumentException("'" + text + "' is no name of a header");
    }
    return text;
  }

  private static DeclaredAnswers answers(String text) {
    return new DeclaredAnswers(
        Arrays.stream(text.split(",", -1))
            .map(String::strip)
            .filter(answer -> !answer.isEmpty())
            .toList());
  }

  private boolean flag(String name) {
    return parsed(name, false, SettingSources::flag);
  }

  private <T> T parsed(String name, T otherwise, Function<String, T> parser) {
    return sources.parsed(name, otherwise, parser);
  }
}
