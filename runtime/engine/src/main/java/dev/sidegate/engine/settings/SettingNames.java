package dev.sidegate.engine.settings;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Every name that may be set. Names of effects are free; what stands behind them is not. */
final class SettingNames {

  /** Global settings, without the prefix {@code sidegate.}. */
  static final List<String> GLOBAL =
      List.of(
          "jdbc.url",
          "jdbc.user",
          "jdbc.password",
          "jdbc.password-file",
          "jdbc.pool-size",
          "config",
          "rules",
          "dev",
          "scope.required",
          "encryption.key-file",
          "hmac.key-file",
          "journal.directory",
          "actions.enabled",
          "outbox.workers",
          "outbox.poll-interval",
          "outbox.drain",
          "console.url",
          "notify.webhook.url",
          "notify.webhook.secret-file",
          "notify.mail.host",
          "notify.mail.port",
          "notify.mail.security",
          "notify.mail.user",
          "notify.mail.password-file",
          "notify.mail.from");

  /** Behind it a role of approvers; the addresses of those who may decide. */
  static final String MAIL_TO = "sidegate.notify.mail.to.";

  /** What a command line alone may say, so that no file left behind switches a guard off. */
  static final String UNGUARDED = "sidegate.unguarded";

  /** Settings of one effect, behind {@code sidegate.effects.<effect>.}. */
  static final List<String> OF_EFFECT =
      List.of(
          "lease",
          "lease-cap",
          "wait",
          "owner",
          "owners",
          "runbook",
          "retention",
          "concurrency",
          "approval.role",
          "approval.mode",
          "approval.needed",
          "approval.expires-in",
          "approval.window",
          "approval.sample",
          "approval.remind-after",
          "approval.fallback-role",
          "approval.fallback-after",
          "retry.max-attempts",
          "retry.base-delay",
          "retry.max-delay",
          "retry.deadline",
          "retry.patience",
          "reconcile.settle-delay",
          "reconcile.limit");

  /** Settings of one provider, behind {@code sidegate.providers.<name>.}. */
  static final List<String> OF_PROVIDER =
      List.of("keyed", "key-ttl", "key-format", "header", "idempotent", "not-applied");

  private static final String EFFECTS = "sidegate.effects.";
  private static final String PROVIDERS = "sidegate.providers.";

  private SettingNames() {}

  /** The effect that a name belongs to, if it is a known name of an effect. */
  static Optional<String> effectOf(String name) {
    return between(EFFECTS, OF_EFFECT, name);
  }

  /** The provider that a name belongs to, if it is a known name of a provider. */
  static Optional<String> providerOf(String name) {
    return between(PROVIDERS, OF_PROVIDER, name);
  }

  private static Optional<String> between(String prefix, List<String> tails, String name) {
    if (!name.startsWith(prefix)) {
      return Optional.empty();
    }
    String rest = name.substring(prefix.length());
    return tails.stream()
        .filter(known -> rest.endsWith("." + known))
        .map(known -> rest.substring(0, rest.length() - known.length() - 1))
        .filter(own -> !own.isEmpty() && own.indexOf('.') < 0)
        .findFirst();
  }

  static boolean known(String name) {
    return (name.startsWith("sidegate.") && GLOBAL.contains(name.substring("sidegate.".length())))
        || (name.startsWith(MAIL_TO) && name.length() > MAIL_TO.length())
        || effectOf(name).isPresent()
        || providerOf(name).isPresent();
  }

  /** Global settings by their environment name. Effects cannot be set there: case is lost. */
  static Map<String, String> byEnvironmentName() {
    Map<String, String> names = new LinkedHashMap<>();
    for (String name : GLOBAL) {
      names.put(
          "SIDEGATE_" + name.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_'),
          "sidegate." + name);
    }
    return names;
  }

  /** What to write instead of an unknown name. */
  static String remedy(String name) {
    String tail = name.startsWith("sidegate.") ? name.substring("sidegate.".length()) : name;
    if (name.startsWith(EFFECTS)) {
      return "behind an effect's name stand: " + String.join(", ", OF_EFFECT);
    }
    if (name.startsWith(PROVIDERS)) {
      return "behind a provider's name stand: " + String.join(", ", OF_PROVIDER);
    }
    return GLOBAL.stream()
        .filter(known -> distance(known, tail) <= 2)
        .findFirst()
        .map(known -> "did you mean sidegate." + known + "?")
        .orElse(
            "known are: sidegate."
                + String.join(", sidegate.", GLOBAL)
                + " and sidegate.effects.<effect>.*");
  }

  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int above = row[j];
        int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        row[j] = Math.min(diagonal + change, Math.min(row[j], row[j - 1]) + 1);
        diagonal = above;
      }
    }
    return row[b.length()];
  }
}
