package dev.sidegate.engine.settings;

import dev.sidegate.engine.intent.Budget;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Turns what was set into {@link Settings}; gathers every finding before it refuses. */
final class SettingsReader {
  private final SettingSources sources;
  private final Map<String, String> environment;
  private final List<String> findings;

  SettingsReader(SettingSources sources, Map<String, String> environment) {
    this.sources = sources;
    this.environment = environment;
    this.findings = sources.findings();
  }

  Settings read() {
    boolean dev = flag("sidegate.dev");
    @Nullable String url = text("sidegate.jdbc.url");
    boolean devServer = dev && url == null;
    Settings settings =
        new Settings(
            devServer ? Settings.DEV_URL : url,
            devServer ? Settings.DEV_USER : text("sidegate.jdbc.user"),
            devServer ? Settings.DEV_USER : password(),
            parsed("sidegate.jdbc.pool-size", 4, Integer::parseInt),
            dev,
            flag("sidegate.scope.required"),
            file("sidegate.rules"),
            file("sidegate.encryption.key-file"),
            file("sidegate.hmac.key-file"),
            or(text("sidegate.journal.directory"), defaultJournal()),
            actionsEnabled(),
            outbox(),
            effects(),
            new NotifyReader(sources, findings).read(),
            new ProviderReader(sources, findings).read(),
            sources.warnings());
    if (url != null && !url.startsWith("jdbc:postgresql:")) {
      findings.add(
          "sidegate.jdbc.url must begin with jdbc:postgresql:, such as"
              + " jdbc:postgresql://db.example:5432/app, not '"
              + url
              + "'");
    }
    if (settings.rulesFile() != null) {
      findings.add(
          "sidegate.rules: this version guards annotated methods only; annotate the methods and"
              + " take the setting away");
    }
    if (!findings.isEmpty()) {
      throw new SettingsException(findings);
    }
    return settings;
  }

  private OutboxSettings outbox() {
    return new OutboxSettings(
        atLeastOne("sidegate.outbox.workers", 8),
        positive("sidegate.outbox.poll-interval", Duration.ofSeconds(1)),
        duration("sidegate.outbox.drain", Duration.ofSeconds(10)));
  }

  private int atLeastOne(String name, int otherwise) {
    int number = parsed(name, otherwise, Integer::parseInt);
    if (number < 1) {
      findings.add(name + " must be at least 1, not " + number);
      return 1;
    }
    return number;
  }

  private Map<String, EffectSettings> effects() {
    Set<String> names = new TreeSet<>();
    for (Setting setting : sources.all()) {
      SettingNames.effectOf(setting.name()).ifPresent(names::add);
    }
    Map<String, EffectSettings> effects = new HashMap<>();
    names.forEach(name -> effects.put(name, effect("sidegate.effects." + name + ".")));
    return effects;
  }

  private EffectSettings effect(String prefix) {
    EffectSettings by = EffectSettings.DEFAULT;
    String owners = or(text(prefix + "owners"), "");
    int attempts = atLeastOne(prefix + "retry.max-attempts", by.budget().maxAttempts());
    return new EffectSettings(
        positive(prefix + "lease", by.lease()),
        positive(prefix + "lease-cap", by.leaseCap()),
        duration(prefix + "wait", by.inProgressWait()),
        new Budget(attempts, positive(prefix + "retry.deadline", by.budget().deadline())),
        new EffectSettings.Retry(
            duration(prefix + "retry.base-delay", by.retry().baseDelay()),
            duration(prefix + "retry.max-delay", by.retry().maxDelay()),
            duration(prefix + "retry.patience", by.retry().patience())),
        new EffectSettings.Reconcile(
            duration(prefix + "reconcile.settle-delay", by.reconcile().settleDelay()),
            positive(prefix + "reconcile.limit", by.reconcile().limit())),
        text(prefix + "owner"),
        text(prefix + "runbook"),
        Arrays.stream(owners.split(",", -1))
            .map(String::strip)
            .filter(owner -> !owner.isEmpty())
            .collect(Collectors.toUnmodifiableSet()),
        positive(prefix + "retention", by.retention()),
        new ApprovalReader(sources, findings).read(prefix + "approval."),
        text(prefix + "concurrency") == null ? null : atLeastOne(prefix + "concurrency", 1));
  }

  /** Unset changes nothing; anything but true closes. */
  private boolean actionsEnabled() {
    String here = text("sidegate.actions.enabled");
    String around = environment.get("AI_ACTIONS_ENABLED");
    return (here == null || here.equals("true"))
        && (around == null || around.strip().equals("true"));
  }

  private @Nullable String password() {
    String inline = text("sidegate.jdbc.password");
    String path = text("sidegate.jdbc.password-file");
    if (inline != null && path != null) {
      findings.add("set either sidegate.jdbc.password or sidegate.jdbc.password-file, not both");
    }
    if (path == null) {
      return inline;
    }
    try {
      return Files.readString(new File(path).toPath()).strip();
    } catch (IOException unreadable) {
      findings.add(
          "sidegate.jdbc.password-file: " + path + " cannot be read: " + unreadable.getMessage());
      return null;
    }
  }

  private @Nullable String file(String name) {
    String path = text(name);
    if (path != null && !new File(path).canRead()) {
      findings.add(name + ": " + path + " does not exist or cannot be read");
    }
    return path;
  }

  private boolean flag(String name) {
    return parsed(name, false, SettingSources::flag);
  }

  private Duration positive(String name, Duration otherwise) {
    Duration duration = duration(name, otherwise);
    if (duration.isZero()) {
      findings.add(name + " must be longer than zero");
    }
    return duration;
  }

  private Duration duration(String name, Duration otherwise) {
    return parsed(name, otherwise, Durations::parse);
  }

  private <T> T parsed(String name, T otherwise, Function<String, T> parser) {
    return sources.parsed(name, otherwise, parser);
  }

  private @Nullable String text(String name) {
    Setting setting = sources.get(name);
    return setting == null ? null : setting.value();
  }

  private static String or(@Nullable String value, String otherwise) {
    return value == null ? otherwise : value;
  }

  private static String defaultJournal() {
    return new File(new File(System.getProperty("user.home", "."), ".sidegate"), "journal")
        .getPath();
  }
}
