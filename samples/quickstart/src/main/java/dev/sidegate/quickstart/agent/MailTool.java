package dev.sidegate.quickstart.agent;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.sidegate.FreeText;
import dev.sidegate.SideEffect;
import jakarta.mail.Message.RecipientType;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.net.URI;
import java.util.Properties;

/** Sends mail to customers, over SMTP. */
public final class MailTool {
  private final Session session;

  public MailTool(URI server) {
    Properties settings = new Properties();
    settings.setProperty("mail.smtp.host", server.getHost());
    settings.setProperty("mail.smtp.port", String.valueOf(server.getPort()));
    settings.setProperty("mail.smtp.connectiontimeout", "2000");
    settings.setProperty("mail.smtp.timeout", "2000");
    settings.setProperty("mail.from", "orders@shop.example");
    settings.setProperty("mail.smtp.quitwait", "false");
    this.session = Session.getInstance(settings);
  }

  /** Each revision of an order is confirmed once, however the model words the mail this time. */
  @Tool("Sends the customer the confirmation of an order")
  @SideEffect(key = "order-confirmation:{orderId}:r{revision}", irreversible = true)
  @SuppressWarnings("SG103") // a lost answer waits for the person on call
  public String sendConfirmation(
      @P("id of the order") String orderId,
      @P("revision of the order, from 1") int revision,
      @P("what to write") @FreeText String text)
      throws MessagingException {
    MimeMessage mail = new MimeMessage(session);
    mail.setFrom();
    mail.setRecipient(RecipientType.TO, new InternetAddress("customer@mail.example"));
    mail.setSubject("Order " + orderId);
    mail.setText(text);
    Transport.send(mail);
    return "Sent the confirmation of order %s.".formatted(orderId);
  }
}
