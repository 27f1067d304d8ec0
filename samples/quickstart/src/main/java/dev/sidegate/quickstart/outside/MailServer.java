package dev.sidegate.quickstart.outside;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** GreenMail: a real SMTP server whose mailboxes can be counted, and searched by message id. */
public final class MailServer {
  private MailServer() {}

  /** Starts it; it says its SMTP port, then that of its book and its search. */
  public static void main(String[] none) throws IOException {
    GreenMail mail = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
    mail.start();
    int book =
        new Web()
            .at("/book", 200, nothing -> lines(mail, entry -> true))
            .at("/search", 200, id -> lines(mail, entry -> entry.endsWith(" " + decoded(id))))
            .open();
    System.out.println("ready " + mail.getSmtp().getPort() + " " + book);
  }

  private static String lines(GreenMail mail, Predicate<String> which) {
    return Arrays.stream(mail.getReceivedMessages())
        .map(MailServer::entry)
        .filter(which)
        .collect(Collectors.joining("\n"));
  }

  private static String decoded(String query) {
    return URLDecoder.decode(query, StandardCharsets.UTF_8);
  }

  private static String entry(MimeMessage message) {
    try {
      return message.getSubject().replace("Order ", "") + " " + message.getMessageID();
    } catch (MessagingException unreadable) {
      throw new UncheckedIOException(new IOException(unreadable));
    }
  }
}
