package dev.sidegate.engine.store;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How to reach the database and how long to wait for it.
 *
 * @param jdbcUrl begins with {@code jdbc:postgresql:}
 * @param user null if the URL or the server's authentication names it
 * @param password null if none is needed
 * @param poolSize connections for callers that are alone; the shared commits, renewal and sweep
 *     have one each besides
 * @param connectTimeout how long opening one connection may take; whole seconds
 * @param statementTimeout on the server; shorter than the patience, so that the server gives up
 *     first
 * @param lockTimeout how long a row that another transaction holds is waited for
 * @param patience how long a caller waits for an answer, whatever happens; whole seconds
 * @param hmacFingerprint of the secret behind {@code hmac} holes and sensitive values; null if this
 *     engine has none. A database that knows another one is refused
 */
public record StoreSettings(
    String jdbcUrl,
    @Nullable String user,
    @Nullable String password,
    int poolSize,
    Duration connectTimeout,
    Duration statementTimeout,
    Duration lockTimeout,
    Duration patience,
    @Nullable String hmacFingerprint) {

  private static final String PREFIX = "jdbc:postgresql:";

  /** A URL's parameters win over the store's own; these it cannot do without. */
  private static final List<String> OURS =
      List.of(
          "ApplicationName",
          "options",
          "prepareThreshold",
          "preferQueryMode",
          "socketTimeout",
          "connectTimeout",
          "logServerErrorDetail");

  /** Checks the ranges. */
  public StoreSettings {
    if (!jdbcUrl.startsWith(PREFIX)) {
      throw new IllegalArgumentException("sidegate.jdbc.url must begin with " + PREFIX);
    }
    for (String parameter : OURS) {
      if (jdbcUrl.contains("?" + parameter + "=") || jdbcUrl.contains("&" + parameter + "=")) {
        throw new IllegalArgumentException(
            "sidegate.jdbc.url must not set " + parameter + ": Sidegate sets it itself");
      }
    }
    if (poolSize < 1) {
      throw new IllegalArgumentException("the pool needs at least 1 connection, not " + poolSize);
    }
    if (lockTimeout.compareTo(statementTimeout) >= 0 || statementTimeout.compareTo(patience) >= 0) {
      throw new IllegalArgumentException(
          "lock timeout (%s) < statement timeout (%s) < patience (%s) must hold"
              .formatted(lockTimeout, statementTimeout, patience));
    }
    if (connectTimeout.toSeconds() < 1) {
      throw new IllegalArgumentException("connect timeout must be at least 1s");
    }
  }

  /** The defaults, for one database. */
  public static StoreSettings of(String jdbcUrl, @Nullable String user, @Nullable String password) {
    return new StoreSettings(
        jdbcUrl,
        user,
        password,
        8,
        Duration.ofSeconds(2),
        Duration.ofSeconds(3),
        Duration.ofMillis(200),
        Duration.ofSeconds(5),
        null);
  }

  /** With so many connections for callers that are alone. */
  public StoreSettings withPoolSize(int size) {
    return new StoreSettings(
        jdbcUrl,
        user,
        password,
        size,
        connectTimeout,
        statementTimeout,
        lockTimeout,
        patience,
        hmacFingerprint);
  }

  /** With the fingerprint of the secret behind {@code hmac} holes. */
  public StoreSettings withHmacFingerprint(String fingerprint) {
    return new StoreSettings(
        jdbcUrl,
        user,
        password,
        poolSize,
        connectTimeout,
        statementTimeout,
        lockTimeout,
        patience,
        fingerprint);
  }

  /** Does not show the password, nor the URL's parameters, which may hold one. */
  @Override
  public String toString() {
    return "StoreSettings[" + server() + ", user=" + user + ", poolSize=" + poolSize + "]";
  }

  /** The URL without its parameters, for messages. */
  String server() {
    int parameters = jdbcUrl.indexOf('?');
    return parameters < 0 ? jdbcUrl : jdbcUrl.substring(0, parameters);
  }
}
