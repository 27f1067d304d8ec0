package dev.sidegate.quickstart.agent;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.sidegate.FreeText;
import dev.sidegate.Reconciles;
import dev.sidegate.Reconciliation;
import dev.sidegate.RequiresApproval;
import dev.sidegate.SideEffect;
import jakarta.mail.Message.RecipientType;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Properties;

/** Sends mail to customers, over SMTP. */
public final class MailTool {
  private final Session session;
  private final ProviderClient log;

  /**
   * Makes the tool.
   *
   * @param server where mail is sent to
   * @param log where the mail server is asked what it took
   */
  public MailTool(URI server, URI log) {
    Properties settings = new Properties();
    settings.setProperty("mail.smtp.host", server.getHost());
    settings.setProperty("mail.smtp.port", String.valueOf(server.getPort()));
    settings.setProperty("mail.smtp.connectiontimeout", "2000");
    settings.setProperty("mail.smtp.timeout", "2000");
    settings.setProperty("mail.from", "orders@shop.example");
    settings.setProperty("mail.smtp.quitwait", "false");
    this.session = Session.getInstance(settings);
    this.log = new ProviderClient(log);
  }

  /** Each revision of an order is confirmed once, however the model words the mail this time. */
  @Tool("Sends the customer the confirmation of an order")
  @SideEffect(key = "order-confirmation:{orderId}:r{revision}", irreversible = true)
  public String sendConfirmation(
      @P("id of the order") String orderId,
      @P("revision of the order, from 1") int revision,
      @P("what to write") @FreeText String text)
      throws MessagingException {
    send(new Confirmation(session, messageId(orderId, revision)), orderId, text);
    return told(orderId);
  }

  /** Irreversible, and in the model's own words: a person of the shop reads it before. */
  @Tool("Sends the customer an apology, in your own words")
  @SideEffect(key = "apology:{orderId}", irreversible = true)
  @RequiresApproval(role = "support")
  @SuppressWarnings("SG103") // nobody can be asked by the order alone: the person on call looks
  public String apologise(
      @P("id of the order") String orderId, @P("what to write") @FreeText String text)
      throws MessagingException {
    send(new MimeMessage(session), orderId, text);
    return "Sent the apology for order %s.".formatted(orderId);
  }

  /** After a lost answer: the mail server knows by the message's id whether it took it. */
  @Reconciles("order-confirmation")
  Reconciliation find(String orderId, int revision) throws IOException, InterruptedException {
    String id = messageId(orderId, revision);
    List<String> taken = log.search(URLEncoder.encode(id, StandardCharsets.UTF_8));
    return switch (taken.size()) {
      case 0 -> Reconciliation.notApplied();
      case 1 -> Reconciliation.applied(id, told(orderId));
      default -> Reconciliation.conflict("the mail server took it " + taken.size() + " times");
    };
  }

  private static void send(MimeMessage mail, String orderId, String text)
      throws MessagingException {
    mail.setFrom();
    mail.setRecipient(RecipientType.TO, new InternetAddress("customer@mail.example"));
    mail.setSubject("Order " + orderId);
    mail.setText(text);
    Transport.send(mail);
  }

  private static String messageId(String orderId, int revision) {
    return "<order-%s-r%d@shop.example>".formatted(orderId, revision);
  }

  private static String told(String orderId) {
    return "Sent the confirmation of order %s.".formatted(orderId);
  }

  /** A mail whose id says which confirmation it is, so that it can be found again. */
  private static final class Confirmation extends MimeMessage {
    private final String id;

    Confirmation(Session session, String id) {
      super(session);
      this.id = id;
    }

    @Override
    protected void updateMessageID() throws MessagingException {
      setHeader("Message-ID", id);
    }
  }
}
