package dev.sidegate.engine.notify;

import dev.sidegate.engine.settings.MailSettings;
import jakarta.activation.DataHandler;
import jakarta.mail.Authenticator;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.PasswordAuthentication;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.util.ByteArrayDataSource;
import java.nio.charset.StandardCharsets;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * A mail to each address of the role: what waits, until when, and that person's own link. No
 * argument is in it. That a question is over is not mailed.
 */
public final class MailNotifier implements Notifier {
  /** Its channel. */
  public static final String CHANNEL = "mail";

  private static final String PATIENCE_MILLIS = "10000";

  private final MailSettings settings;
  private final Session session;

  /** Sends so. */
  public MailNotifier(MailSettings settings) {
    this.settings = settings;
    this.session = Session.getInstance(properties(settings), authenticator(settings));
  }

  @Override
  public String channel() {
    return CHANNEL;
  }

  @Override
  public void tell(Notice notice, Links links) throws MessagingException {
    if (!notice.asks()) {
      return;
    }
    List<String> addresses = settings.recipients().getOrDefault(notice.role(), List.of());
    if (addresses.isEmpty()) {
      throw new MessagingException(
          "nobody is named for the role: set sidegate.notify.mail.to." + notice.role());
    }
    for (String address : addresses) {
      Transport.send(message(notice, address, links));
    }
  }

  private MimeMessage message(Notice notice, String address, Links links)
      throws MessagingException {
    MimeMessage message = new MimeMessage(session);
    message.setFrom(new InternetAddress(settings.from(), true));
    message.setRecipient(Message.RecipientType.TO, new InternetAddress(address, true));
    message.setSubject(oneLine(notice.subject()), StandardCharsets.UTF_8.name());
    message.setHeader("Auto-Submitted", "auto-generated");
    message.setSentDate(Date.from(notice.askedAt()));
    // From bytes: text content would need mailcap files, which an isolated loader does not show.
    message.setDataHandler(
        new DataHandler(
            new ByteArrayDataSource(
                text(notice, links.forApprover(notice, address), links)
                    .getBytes(StandardCharsets.UTF_8),
                "text/plain; charset=UTF-8")));
    return message;
  }

  private static String text(Notice notice, Optional<String> link, Links links) {
    StringBuilder text = new StringBuilder(notice.subject()).append(".\n\n");
    line(text, "Operation", notice.operation().toString());
    line(text, "Asked by", notice.requester());
    line(text, "Done by", notice.owner());
    line(text, "Until", notice.expiresAt().toString());
    text.append("\nNothing is done before somebody of the role says yes.\n\n");
    text.append(
        link.map(url -> "Look at it and decide, signed in as yourself:\n" + url + "\n")
            .orElseGet(() -> "Look at it with:\n" + links.command(notice) + "\n"));
    return text.toString();
  }

  private static void line(StringBuilder text, String name, @Nullable String value) {
    if (value != null) {
      text.append(name).append(": ").append(oneLine(value)).append('\n');
    }
  }

  /** A key or a requester comes from outside: no header and no line of its own. */
  private static String oneLine(String text) {
    return text.replaceAll("\\p{Cntrl}", " ");
  }

  private static Properties properties(MailSettings settings) {
    String protocol = settings.security() == MailSettings.Security.TLS ? "smtps" : "smtp";
    Properties properties = new Properties();
    properties.setProperty("mail.transport.protocol", protocol);
    properties.setProperty("mail.transport.protocol.rfc822", protocol);
    String prefix = "mail." + protocol + ".";
    properties.setProperty(prefix + "host", settings.host());
    properties.setProperty(prefix + "port", String.valueOf(settings.port()));
    properties.setProperty(prefix + "connectiontimeout", PATIENCE_MILLIS);
    properties.setProperty(prefix + "timeout", PATIENCE_MILLIS);
    properties.setProperty(prefix + "writetimeout", PATIENCE_MILLIS);
    properties.setProperty(prefix + "auth", String.valueOf(settings.user() != null));
    properties.setProperty(prefix + "ssl.checkserveridentity", "true");
    boolean startTls = settings.security() == MailSettings.Security.STARTTLS;
    properties.setProperty(prefix + "starttls.enable", String.valueOf(startTls));
    properties.setProperty(prefix + "starttls.required", String.valueOf(startTls));
    return properties;
  }

  private static @Nullable Authenticator authenticator(MailSettings settings) {
    String user = settings.user();
    return user == null
        ? null
        : new Authenticator() {
          @Override
          protected PasswordAuthentication getPasswordAuthentication() {
            return new PasswordAuthentication(user, settings.password());
          }
        };
  }
}
