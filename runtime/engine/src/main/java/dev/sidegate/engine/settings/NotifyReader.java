package dev.sidegate.engine.settings;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads how people are told what waits for them. */
final class NotifyReader {
  private static final int SMTP = 25;
  private static final int SUBMISSION = 587;
  private static final int SMTPS = 465;
  private static final int SHORTEST_SECRET = 16;

  private final SettingSources sources;
  private final List<String> findings;

  NotifyReader(SettingSources sources, List<String> findings) {
    this.sources = sources;
    this.findings = findings;
  }

  NotifySettings read() {
    return new NotifySettings(url("sidegate.console.url"), webhook(), mail());
  }

  private NotifySettings.@Nullable Webhook webhook() {
    String url = url("sidegate.notify.webhook.url");
    String file = text("sidegate.notify.webhook.secret-file");
    if (url == null && file == null) {
      return null;
    }
    byte[] secret = file == null ? null : bytes("sidegate.notify.webhook.secret-file", file);
    if (url == null || secret == null) {
      findings.add(
          "sidegate.notify.webhook.url and .secret-file belong together: messages are signed");
      return null;
    }
    if (secret.length < SHORTEST_SECRET) {
      findings.add(
          "sidegate.notify.webhook.secret-file must hold at least " + SHORTEST_SECRET + " bytes");
      return null;
    }
    return new NotifySettings.Webhook(url, secret);
  }

  private @Nullable MailSettings mail() {
    Map<String, List<String>> recipients = recipients();
    String host = text("sidegate.notify.mail.host");
    String from = text("sidegate.notify.mail.from");
    if (host == null && from == null && recipients.isEmpty()) {
      return null;
    }
    if (host == null || from == null || recipients.isEmpty()) {
      findings.add(
          "mails need sidegate.notify.mail.host, .from and at least one .to.<role> with addresses");
      return null;
    }
    MailSettings.Security security =
        sources.parsed(
            "sidegate.notify.mail.security",
            MailSettings.Security.STARTTLS,
            text -> MailSettings.Security.valueOf(text.toUpperCase(Locale.ROOT)));
    String passwordFile = text("sidegate.notify.mail.password-file");
    byte[] password =
        passwordFile == null ? null : bytes("sidegate.notify.mail.password-file", passwordFile);
    return new MailSettings(
        host,
        sources.parsed("sidegate.notify.mail.port", port(security), Integer::parseInt),
        security,
        text("sidegate.notify.mail.user"),
        password == null ? null : new String(password, StandardCharsets.UTF_8),
        from,
        recipients);
  }

  private Map<String, List<String>> recipients() {
    Map<String, List<String>> recipients = new HashMap<>();
    for (Setting setting : sources.all()) {
      if (setting.name().startsWith(SettingNames.MAIL_TO)) {
        recipients.put(
            setting.name().substring(SettingNames.MAIL_TO.length()),
            Arrays.stream(setting.value().split(",", -1))
                .map(String::strip)
                .filter(address -> !address.isEmpty())
                .toList());
      }
    }
    return recipients;
  }

  private static int port(MailSettings.Security security) {
    return switch (security) {
      case NONE -> SMTP;
      case STARTTLS -> SUBMISSION;
      case TLS -> SMTPS;
    };
  }

  private byte @Nullable [] bytes(String name, String file) {
    try {
      return Files.readString(new File(file).toPath()).strip().getBytes(StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      findings.add(name + ": " + file + " cannot be read: " + unreadable.getMessage());
      return null;
    }
  }

  private @Nullable String url(String name) {
    String text = text(name);
    if (text == null) {
      return null;
    }
    try {
      String scheme = URI.create(text).getScheme();
      if (scheme != null && scheme.matches("https?")) {
        return text;
      }
    } catch (IllegalArgumentException noUrl) {
      // told below
    }
    findings.add(name + " must be a URL with http or https, not '" + text + "'");
    return null;
  }

  private @Nullable String text(String name) {
    Setting setting = sources.get(name);
    return setting == null ? null : setting.value();
  }
}
