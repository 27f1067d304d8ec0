package dev.sidegate.quickstart.outside;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.stream.Collectors;

/** GreenMail: a real SMTP server whose mailboxes can be counted. */
public final class MailServer {
  private MailServer() {}

  /** Starts it; it says its SMTP port, then that of its book. */
  public static void main(String[] none) throws IOException {
    GreenMail mail = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
    mail.start();
    int book = new Web().at("/book", 200, nothing -> book(mail)).open();
    System.out.println("ready " + mail.getSmtp().getPort() + " " + book);
  }

  private static String book(GreenMail mail) {
    return Arrays.stream(mail.getReceivedMessages())
        .map(MailServer::entry)
        .collect(Collectors.joining("\n"));
  }

  private static String entry(MimeMessage message) {
    try {
      return message.getSubject().replace("Order ", "") + " " + message.getMessageID();
    } catch (MessagingException unreadable) {
      throw new UncheckedIOException(new IOException(unreadable));
    }
  }
}
