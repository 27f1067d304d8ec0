package dev.sidegate.engine.settings;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How mails are sent.
 *
 * @param host the SMTP server
 * @param port its port
 * @param security whether and how the connection is encrypted
 * @param user null if it wants no sign-in
 * @param password never printed
 * @param from the sender
 * @param recipients addresses by role; each address is one approver
 */
public record MailSettings(
    String host,
    int port,
    Security security,
    @Nullable String user,
    @Nullable String password,
    String from,
    Map<String, List<String>> recipients) {
  /** Copies the recipients. */
  public MailSettings {
    recipients = Map.copyOf(recipients);
  }

  /** How a connection to the server is encrypted. */
  public enum Security {
    /** Not at all; for a server on the same host. */
    NONE,
    /** From the first command on; refused if the server does not offer it. */
    STARTTLS,
    /** From the first byte on. */
    TLS
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "MailSettings[" + host + ":" + port + ", " + security + ", from " + from + "]";
  }
}
