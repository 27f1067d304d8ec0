package dev.sidegate.operator.database;

import dev.sidegate.engine.settings.Settings;
import dev.sidegate.engine.settings.SettingsException;
import dev.sidegate.operator.Fault;
import dev.sidegate.operator.dev.DevTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Which database a command talks to: options first, then the settings, and never a guess. */
@Command
public final class DatabaseOptions {
  @Option(
      names = "--url",
      paramLabel = "JDBC_URL",
      description = "The database. Else the setting sidegate.jdbc.url, or SIDEGATE_JDBC_URL.")
  private @Nullable String url;

  @Option(names = "--user", paramLabel = "LOGIN", description = "Who signs in, if not in the URL.")
  private @Nullable String user;

  @Option(
      names = "--password-file",
      paramLabel = "FILE",
      description = "A file that holds the password, if not in the URL.")
  private @Nullable Path passwordFile;

  @Option(names = "--dev", description = "The local server of 'dev'.")
  private boolean dev;

  /** The database to look at and decide in. */
  public Target target() {
    return find(DevTarget::operator);
  }

  /** The database to migrate, signed in as the schema's owner. */
  public Target owner() {
    return find(DevTarget::owner);
  }

  private Target find(Supplier<Target> local) {
    if (dev) {
      if (url != null || user != null) {
        throw Fault.usage(
            "--dev names the local server; --url and --user name another.", "Give one of them.");
      }
      return local.get();
    }
    Settings settings = settings();
    if (url != null) {
      return named(url, settings);
    }
    if (Settings.DEV_URL.equals(settings.jdbcUrl()) && user == null) {
      return local.get();
    }
    if (settings.jdbcUrl() == null) {
      throw Fault.noDatabase(
          "No database is named.",
          "Give --url JDBC_URL, set SIDEGATE_JDBC_URL, or give --dev for the local server.");
    }
    return named(settings.jdbcUrl(), settings);
  }

  /**
   * What the settings say of login and password is for their own database, and goes nowhere else.
   */
  private Target named(String database, Settings settings) {
    boolean own = settings.jdbcUrl() == null || settings.jdbcUrl().equals(database);
    String login = user != null || !own ? user : settings.jdbcUser();
    String secret = password();
    return new Target(database, login, secret != null || !own ? secret : settings.jdbcPassword());
  }

  private @Nullable String password() {
    if (passwordFile == null) {
      return null;
    }
    try {
      return Files.readString(passwordFile).strip();
    } catch (IOException unreadable) {
      throw Fault.usage(
              "The file " + passwordFile + " cannot be read: " + unreadable.getMessage(),
              "--password-file names a file that holds nothing but the password.")
          .because(unreadable);
    }
  }

  /**
   * This process's settings.
   *
   * @throws Fault if they are wrong
   */
  public Settings settings() {
    try {
      return Settings.load();
    } catch (SettingsException wrong) {
      throw Fault.usage(String.valueOf(wrong.getMessage()), "");
    }
  }
}
