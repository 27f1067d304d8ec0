package dev.sidegate.engine;

import dev.sidegate.engine.door.CallForms;
import dev.sidegate.engine.intent.StoreUnavailableException;
import dev.sidegate.engine.journal.Journal;
import dev.sidegate.engine.key.Digests;
import dev.sidegate.engine.key.KeyWriter;
import dev.sidegate.engine.notify.LogNotifier;
import dev.sidegate.engine.notify.MailNotifier;
import dev.sidegate.engine.notify.Notifier;
import dev.sidegate.engine.notify.WebhookNotifier;
import dev.sidegate.engine.payload.CanonicalForm;
import dev.sidegate.engine.payload.Envelope;
import dev.sidegate.engine.payload.Payloads;
import dev.sidegate.engine.secret.EncryptionKeys;
import dev.sidegate.engine.secret.HmacSecret;
import dev.sidegate.engine.settings.MailSettings;
import dev.sidegate.engine.settings.NotifySettings;
import dev.sidegate.engine.settings.Settings;
import dev.sidegate.engine.store.PostgresStore;
import dev.sidegate.engine.store.StoreSettings;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds what the settings name: database, journal, secrets. */
final class EngineParts {
  /** How long a caller waits for the database, whatever happens. */
  static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Settings settings;
  private final Envelope envelope;
  private final @Nullable HmacSecret secret;

  EngineParts(Settings settings) {
    this.settings = settings;
    String keyFile = settings.encryptionKeyFile();
    String secretFile = settings.hmacKeyFile();
    this.secret = secretFile == null ? null : HmacSecret.read(Path.of(secretFile));
    this.envelope =
        keyFile == null
            ? Envelope.plain()
            : Envelope.encrypted(EncryptionKeys.read(Path.of(keyFile)), new SecureRandom());
  }

  /**
   * Opens the database.
   *
   * @throws StoreUnavailableException if none is named, or it is not fit to hold claims
   */
  PostgresStore store() {
    String url = settings.jdbcUrl();
    if (url == null) {
      throw new StoreUnavailableException(
          "Sidegate has no database: set sidegate.jdbc.url (or SIDEGATE_JDBC_URL) to a PostgreSQL,"
              + " such as jdbc:postgresql://db.example:5432/app; on a developer's machine start"
              + " 'java -jar sidegate.jar dev' and set sidegate.dev=true",
          null);
    }
    StoreSettings store =
        StoreSettings.of(url, settings.jdbcUser(), settings.jdbcPassword())
            .withPoolSize(settings.poolSize());
    return PostgresStore.open(
        secret == null ? store : store.withHmacFingerprint(secret.fingerprint()));
  }

  CallForms forms() {
    if (secret == null) {
      return new CallForms(
          new KeyWriter(Digests.withoutSecret()),
          new Payloads(CanonicalForm.withoutSecret(), envelope));
    }
    return new CallForms(
        new KeyWriter(Digests.with(secret)), new Payloads(CanonicalForm.with(secret), envelope));
  }

  /** How people are told; the log is always there. */
  List<Notifier> notifiers() {
    List<Notifier> notifiers = new ArrayList<>();
    notifiers.add(new LogNotifier());
    NotifySettings.Webhook webhook = settings.messages().webhook();
    if (webhook != null) {
      notifiers.add(
          new WebhookNotifier(URI.create(webhook.url()), webhook.secret(), Clock.systemUTC()));
    }
    MailSettings mail = settings.messages().mail();
    if (mail != null) {
      notifiers.add(new MailNotifier(mail));
    }
    return notifiers;
  }

  Journal journal() {
    return Journal.in(Path.of(settings.journalDirectory()), envelope);
  }
}
