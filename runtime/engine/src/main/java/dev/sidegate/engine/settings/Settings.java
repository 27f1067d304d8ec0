package dev.sidegate.engine.settings;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one engine. Immutable.
 *
 * @param jdbcUrl the database; null if none is set, and then guarded calls are refused
 * @param jdbcUser the login; null if the URL names it
 * @param jdbcPassword the password, or null; never printed
 * @param poolSize connections beside the writers'
 * @param dev whether a developer's machine is meant: unsafe durability is still refused
 * @param scopeRequired whether a call without a scope is refused
 * @param rulesFile the rules file; null if there is none
 * @param encryptionKeyFile the key file; null if nothing is encrypted
 * @param hmacKeyFile the secret of {@code hmac} holes; null if there is none
 * @param journalDirectory where results wait while the database is away
 * @param actionsEnabled false closes the action boundary of this JVM
 * @param outbox how what is queued is run
 * @param effects what differs from the defaults, by effect
 * @param messages how people are told what waits for them
 * @param providers contracts by name
 * @param warnings to be logged once
 */
public record Settings(
    @Nullable String jdbcUrl,
    @Nullable String jdbcUser,
    @Nullable String jdbcPassword,
    int poolSize,
    boolean dev,
    boolean scopeRequired,
    @Nullable String rulesFile,
    @Nullable String encryptionKeyFile,
    @Nullable String hmacKeyFile,
    String journalDirectory,
    boolean actionsEnabled,
    OutboxSettings outbox,
    Map<String, EffectSettings> effects,
    NotifySettings messages,
    Map<String, ProviderTerms> providers,
    List<String> warnings) {

  /** Where {@code java -jar sidegate.jar dev} listens. */
  public static final String DEV_URL = "jdbc:postgresql://127.0.0.1:25439/sidegate";

  /** The login that {@code dev} makes for applications, and its password. */
  public static final String DEV_USER = "sidegate_app";

  /** Copies the collections. */
  public Settings {
    effects = Map.copyOf(effects);
    providers = Map.copyOf(providers);
    warnings = List.copyOf(warnings);
  }

  /**
   * Reads this JVM's settings.
   *
   * @throws SettingsException with all findings at once
   */
  public static Settings load() {
    return load(System.getProperties(), System.getenv());
  }

  /**
   * Reads settings.
   *
   * @throws SettingsException with all findings at once
   */
  public static Settings load(Properties properties, Map<String, String> environment) {
    return new SettingsReader(SettingSources.read(properties, environment), environment).read();
  }

  /** Settings for a database, all else as by default. For programs and tests. */
  public static Settings of(String jdbcUrl, String user, String password) {
    Properties properties = new Properties();
    properties.setProperty("sidegate.jdbc.url", jdbcUrl);
    properties.setProperty("sidegate.jdbc.user", user);
    properties.setProperty("sidegate.jdbc.password", password);
    return load(properties, Map.of());
  }

  /** What is set for an effect. */
  public EffectSettings effect(String name) {
    return Optional.ofNullable(effects.get(name)).orElse(EffectSettings.DEFAULT);
  }

  /** A provider's contract, if the settings have one of this name. */
  public Optional<ProviderTerms> provider(String name) {
    return Optional.ofNullable(providers.get(name));
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "Settings[" + jdbcUrl + ", user " + jdbcUser + ", effects " + effects.keySet() + "]";
  }
}
