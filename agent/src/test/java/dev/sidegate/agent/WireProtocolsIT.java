package dev.sidegate.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.agent.jvm.Jdk;
import dev.sidegate.agent.jvm.OnEveryJdk;
import dev.sidegate.agent.jvm.RunningJvm;
import dev.sidegate.agent.world.ModernProvider;
import dev.sidegate.agent.world.World;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** The wire's evidence under HTTP/2 and under TLS, with the JDK's own clients. */
class WireProtocolsIT {
  private static final String NOTHING_LEFT = "false|0";
  private static final String ONE_LEFT = "false|1";

  private final World world = new World();
  private final ModernProvider provider = new ModernProvider();

  @AfterEach
  void end() {
    world.close();
    provider.close();
  }

  @OnEveryJdk
  void anAnswerIsSeenAndTheKeyIsOnTheWire(Jdk jdk) {
    RunningJvm jvm = world.wired(jdk, provider);
    String clear = provider.clear("/payments");
    String secure = provider.secure("/payments");

    answered(jvm, "not-upgraded", "modern", clear); // a server upgrades no request with a body
    jvm.say("meet " + clear);
    assertThat(jvm.awaitLine("met")).isEqualTo("met by HTTP_2");
    answered(jvm, "clear", "modern", clear);
    answered(jvm, "clear-async", "modernAsync", clear);
    answered(jvm, "tls", "modern", secure);
    answered(jvm, "tls-async", "modernAsync", secure);
    answered(jvm, "old-client", "client", secure);
    answered(jvm, "old-url", "url", secure);

    assertThat(provider.received())
        .extracting(ModernProvider.Received::version)
        .containsExactly(
            "HTTP/1.1", "HTTP/2.0", "HTTP/2.0", "HTTP/2.0", "HTTP/2.0", "HTTP/1.1", "HTTP/1.1");
    assertThat(provider.received())
        .extracting(ModernProvider.Received::key)
        .allMatch(key -> key.matches("[0-9a-f]{32}"))
        .doesNotHaveDuplicates();
  }

  private void answered(RunningJvm jvm, String order, String how, String url) {
    assertThat(send(jvm, order, how, url)).contains(" -> sent");
    assertThat(world.attempt(order, EVIDENCE)).as(order).isEqualTo(ONE_LEFT);
    assertThat(world.attempt(order, "a.watched")).as(order).isEqualTo("t");
    assertThat(world.attempt(order, "a.provider_request_ids")).as(order).matches("\\{req-\\d+}");
  }

  @OnEveryJdk
  void aTlsHandshakeThatFailsLeavesNothing(Jdk jdk) {
    try (ModernProvider stranger = new ModernProvider()) {
      RunningJvm jvm = world.wired(jdk, provider);

      for (String how : List.of("modern", "modernAsync", "client", "url")) {
        assertThat(send(jvm, "stranger-" + how, how, stranger.secure("/payments")))
            .contains(" -> threw")
            .contains("SSLHandshakeException");
        assertThat(world.attempt("stranger-" + how, EVIDENCE)).as(how).isEqualTo(NOTHING_LEFT);
        assertThat(world.attempt("stranger-" + how, "i.state"))
            .as(how)
            .isEqualTo("FAILED_TERMINAL");
      }
      assertThat(stranger.received()).isEmpty();
    }
  }

  @OnEveryJdk
  void anAnswerThatDoesNotComeIsDoubt(Jdk jdk) {
    RunningJvm jvm = world.wired(jdk, provider);

    send(jvm, "met", "modern", provider.secure("/payments"));
    for (String url : List.of(provider.clear("/silent"), provider.secure("/silent"))) {
      String order = "silent-" + url.substring(0, url.indexOf(':'));
      assertThat(send(jvm, order, "modern", url)).contains("held, UNKNOWN");
      assertThat(world.attempt(order, EVIDENCE)).as(order).isEqualTo(ONE_LEFT);
    }
  }

  @OnEveryJdk
  void aSwitchThatIsClosedDuringTheBodyStopsARequestOnAConnectionThatIsOpen(Jdk jdk) {
    RunningJvm jvm = world.wired(jdk, provider);
    send(jvm, "met", "modern", provider.secure("/payments"));
    jvm.say("begin slow waitModern " + provider.secure("/payments"));
    jvm.awaitLine("waiting");

    world.closeTheSwitch("wired", "fraud is suspected");
    world.awaitASecondLook();
    jvm.say("go");

    assertThat(jvm.awaitLine("slow -> threw"))
        .contains("the kill switch was closed for effect wired, scope *: fraud is suspected")
        .contains("nothing was sent");
    assertThat(world.attempt("slow", "i.state")).isEqualTo("FAILED_RETRYABLE");
    assertThat(provider.received()).as("only the first").hasSize(1);
  }

  private static final String EVIDENCE = "a.can_send || '|' || a.requests";

  private static String send(RunningJvm jvm, String order, String how, String url) {
    jvm.say("send " + order + " " + how + " " + url);
    return jvm.awaitLine(order + " -> ");
  }
}
