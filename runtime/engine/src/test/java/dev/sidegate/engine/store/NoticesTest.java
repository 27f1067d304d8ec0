package dev.sidegate.engine.store;

import static dev.sidegate.engine.store.ApprovalWorld.beforeAct;
import static dev.sidegate.engine.store.ApprovalWorld.no;
import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetup;
import com.sun.net.httpserver.HttpServer;
import dev.sidegate.engine.approval.Decider;
import dev.sidegate.engine.approval.LinkToken;
import dev.sidegate.engine.approval.Vote;
import dev.sidegate.engine.approval.VoteOutcome.Verdict;
import dev.sidegate.engine.notify.Links;
import dev.sidegate.engine.notify.MailNotifier;
import dev.sidegate.engine.notify.Notice;
import dev.sidegate.engine.notify.Notices;
import dev.sidegate.engine.notify.Notifier;
import dev.sidegate.engine.notify.WebhookNotifier;
import dev.sidegate.engine.settings.MailSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** People are told, whatever fails meanwhile; what counts is what the other side received. */
class NoticesTest {
  private static final byte[] SECRET = "a secret of some length".getBytes(StandardCharsets.UTF_8);

  private final ApprovalWorld shop = new ApprovalWorld();
  private final List<Notices> processes = new ArrayList<>();

  @BeforeEach
  void demand() {
    shop.demanding(beforeAct());
  }

  @AfterEach
  void close() {
    processes.forEach(Notices::close);
    shop.close();
  }

  @Test
  void aQuestionIsToldOnceAndItsEndToo() {
    List<Notice.Kind> told = new ArrayList<>();
    Notices process = process(null, notifier((notice, links) -> told.add(notice.kind())));
    UUID operation = shop.asked("refund:1");

    process.tellDue();
    process.tellDue();
    assertThat(told).containsExactly(Notice.Kind.ASKED);

    shop.approver("alice").vote(no(operation, "no"));
    process.tellDue();
    assertThat(told).containsExactly(Notice.Kind.ASKED, Notice.Kind.DECIDED);
  }

  @Test
  void aChannelThatFailsDecidesNothingAndIsTriedAgainByWhoeverLives() {
    UUID operation = shop.asked("refund:1");
    Notices failing =
        process(
            null,
            notifier(
                (notice, links) -> {
                  throw new IOException("away");
                }));

    failing.tellDue();
    failing.close();

    assertThat(shop.world.state(operation)).isEqualTo("AWAITING_HUMAN");
    assertThat(
            shop.one(
                "SELECT state, tries, last_error, next_try_at > now() FROM"
                    + " sidegate.approval_notice WHERE kind = 'ASKED'"))
        .isEqualTo("PENDING|1|java.io.IOException: away|t");
    shop.past("UPDATE sidegate.approval_notice SET next_try_at = now() WHERE kind = 'ASKED'");
    List<UUID> told = new ArrayList<>();
    process(null, notifier((notice, links) -> told.add(notice.operation()))).tellDue();
    assertThat(told).as("by another process").containsExactly(operation);
  }

  @Test
  void whatIsOverIsNotRemindedOf() {
    UUID operation = shop.asked("refund:1");
    List<Notice.Kind> told = new ArrayList<>();
    Notices process = process(null, notifier((notice, links) -> told.add(notice.kind())));
    shop.past("UPDATE sidegate.approval_notice SET next_try_at = now()");

    shop.approver("alice").vote(ApprovalWorld.yes(operation));
    process.tellDue();

    assertThat(told).containsExactly(Notice.Kind.DECIDED);
  }

  @Test
  void aMailHasOnesOwnLinkWhichServesItsApproverOnce() throws Exception {
    GreenMail mails = new GreenMail(new ServerSetup(0, "127.0.0.1", "smtp"));
    mails.start();
    shop.database.execute(
        "INSERT INTO sidegate.person_name (login, name) VALUES ('alice', 'alice@acme.com')");
    try {
      UUID operation = shop.asked("refund:1");
      shop.past("UPDATE sidegate.approval_notice SET channel = 'mail' WHERE kind = 'ASKED'");
      process("https://desk.example/sidegate/", mail(mails, "alice@acme.com")).tellDue();

      assertThat(mails.getReceivedMessages())
          .as(shop.one("SELECT last_error FROM sidegate.approval_notice WHERE kind = 'ASKED'"))
          .hasSize(1);
      String text = GreenMailUtil.getBody(mails.getReceivedMessages()[0]);
      assertThat(mails.getReceivedMessages()[0].getSubject())
          .isEqualTo("Waits for finance: refund refund:1");
      assertThat(text).contains(operation.toString());
      Matcher link =
          Pattern.compile("https://desk.example/sidegate/approval/(\\S{43})").matcher(text);
      assertThat(link.find()).as(text).isTrue();
      LinkToken token = new LinkToken(link.group(1));
      assertThat(vote("bob", operation, token)).isEqualTo(Verdict.TOKEN);
      assertThat(vote("alice", operation, token)).isEqualTo(Verdict.DECIDED);
    } finally {
      mails.stop();
    }
  }

  @Test
  void withoutAConsoleAMailSaysWhatToType() {
    GreenMail mails = new GreenMail(new ServerSetup(0, "127.0.0.1", "smtp"));
    mails.start();
    try {
      UUID operation = shop.asked("refund:1");
      shop.past("UPDATE sidegate.approval_notice SET channel = 'mail' WHERE kind = 'ASKED'");
      process(null, mail(mails, "alice@acme.com")).tellDue();

      assertThat(GreenMailUtil.getBody(mails.getReceivedMessages()[0]))
          .contains("java -jar sidegate.jar show " + operation)
          .doesNotContain("http");
    } finally {
      mails.stop();
    }
  }

  @Test
  void aWebhookIsSignedAndTriedAgainUntilItIsTaken() throws Exception {
    List<String> received = new ArrayList<>();
    HttpServer receiver =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    receiver.createContext(
        "/",
        exchange -> {
          String body =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          received.add(exchange.getRequestHeaders().getFirst("Sidegate-Signature") + " " + body);
          exchange.sendResponseHeaders(received.size() == 1 ? 503 : 204, -1);
          exchange.close();
        });
    receiver.start();
    try {
      UUID operation = shop.asked("refund:1");
      shop.past("UPDATE sidegate.approval_notice SET channel = 'webhook' WHERE kind = 'ASKED'");
      URI url = URI.create("http://127.0.0.1:" + receiver.getAddress().getPort() + "/");
      Notices process = process(null, new WebhookNotifier(url, SECRET, Clock.systemUTC()));
      process.tellDue();
      shop.past("UPDATE sidegate.approval_notice SET next_try_at = now() WHERE kind = 'ASKED'");
      process.tellDue();

      assertThat(received).hasSize(2);
      assertThat(received.get(1)).contains(operation.toString()).contains("\"kind\":\"ASKED\"");
      Matcher signed = Pattern.compile("t=(\\d+),v1=(\\w{64}) (.*)").matcher(received.get(1));
      assertThat(signed.matches()).isTrue();
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(SECRET, "HmacSHA256"));
      byte[] expected =
          mac.doFinal((signed.group(1) + "." + signed.group(3)).getBytes(StandardCharsets.UTF_8));
      assertThat(signed.group(2)).isEqualTo(HexFormat.of().formatHex(expected));
    } finally {
      receiver.stop(0);
    }
  }

  private Verdict vote(String login, UUID operation, LinkToken token) {
    return shop.approver(login)
        .vote(new Vote(UUID.randomUUID(), operation, null, null, true, null, token, Decider.LOGIN))
        .verdict();
  }

  private static MailNotifier mail(GreenMail server, String address) {
    return new MailNotifier(
        new MailSettings(
            "127.0.0.1",
            server.getSmtp().getPort(),
            MailSettings.Security.NONE,
            null,
            null,
            "sidegate@example.com",
            Map.of("finance", List.of(address))));
  }

  private static Notifier notifier(Telling telling) {
    return new Notifier() {
      @Override
      public String channel() {
        return "log";
      }

      @Override
      public void tell(Notice notice, Links links) throws Exception {
        telling.tell(notice, links);
      }
    };
  }

  /** A process that looks when it is told to. */
  private Notices process(@Nullable String console, Notifier notifier) {
    Notices notices =
        new Notices(
            shop.store,
            new Links(console, shop.store, new SecureRandom()),
            List.of(notifier),
            () -> false,
            Thread::new);
    processes.add(notices);
    return notices;
  }

  private interface Telling {
    void tell(Notice notice, Links links) throws Exception;
  }
}
