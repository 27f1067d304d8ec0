package dev.sidegate.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.agent.jvm.Jdk;
import dev.sidegate.agent.jvm.RunningJvm;
import dev.sidegate.agent.world.Provider.Received;
import dev.sidegate.agent.world.RawProvider;
import dev.sidegate.agent.world.RawProvider.Booked;
import dev.sidegate.agent.world.World;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The fault table of the clients that applications bring: what goes wrong, what is written down
 * (whether something can still be sent, how many unsafe requests left, whether all was watched),
 * and what becomes of the intent.
 */
class ClientFaultsIT {
  private final World world = new World();
  private final RawProvider provider = new RawProvider();

  @AfterEach
  void end() {
    provider.close();
    world.close();
  }

  private record Fault(String name, String how, String url, String state) {}

  private List<Fault> table() {
    String refused = World.nobody();
    String safeThenRefused = provider.url("/ok") + "," + refused;
    return List.of(
        new Fault("ok", "post", provider.url("/ok"), "COMPLETED"),
        new Fault("elsewhere", "elsewhere", provider.url("/ok"), "COMPLETED"),
        new Fault("two", "twice", provider.url("/ok"), "COMPLETED"),
        new Fault("refused", "post", refused, "FAILED_RETRYABLE"),
        new Fault("there-refused", "elsewhere", refused, "FAILED_RETRYABLE"),
        new Fault("dns", "post", "http://nowhere.invalid/", "FAILED_RETRYABLE"),
        new Fault("get", "getThenPost", safeThenRefused, "FAILED_RETRYABLE"),
        new Fault("reset", "post", provider.url("/reset"), "UNKNOWN"),
        new Fault("timeout", "post", provider.url("/silent"), "UNKNOWN"),
        new Fault("half", "post", provider.url("/half"), "UNKNOWN"),
        new Fault("gateway", "post", provider.url("/502"), "UNKNOWN"),
        new Fault("limited", "post", provider.url("/429"), "UNKNOWN"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"okhttp-5", "okhttp-4", "okhttp-3", "httpclient-5.6", "httpclient-5.4"})
  void eachFaultIsWrittenDownForWhatItIs(String client) {
    RunningJvm jvm = world.clients(Jdk.running(), client, provider.url("/ok"));

    for (Fault fault : table()) {
      String said = send(jvm, fault.name(), fault.how(), fault.url());
      // What these clients try again by themselves is counted too: the provider knows how often.
      assertThat(evidence(fault.name()))
          .as(fault + " " + said)
          .isEqualTo("false|" + booked(fault.name()).size() + "|true");
      assertThat(world.attempt(fault.name(), "i.state"))
          .as(fault + " " + said)
          .isEqualTo(fault.state());
    }
    assertThat(booked("ok")).hasSize(1);
    assertThat(booked("two")).hasSize(2);
    assertThat(booked("refused")).isEmpty();
    for (Fault fault : table()) {
      assertThat(booked(fault.name()).stream().map(Booked::key).distinct().toList())
          .as(fault.name())
          .hasSizeLessThanOrEqualTo(1)
          .allMatch(key -> key.matches("[0-9a-f]{32}"));
    }
    assertThat(world.attempt("ok", "a.provider_request_ids")).isEqualTo("{req-1}");
    assertThat(jvm.errors())
        .filteredOn(line -> line.contains("more than one unsafe request"))
        .hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"okhttp-5", "httpclient-5.6"})
  void anotherWayOutIsNoEvidence(String client) {
    RunningJvm jvm = world.clients(Jdk.running(), client, provider.url("/ok"));

    String said = send(jvm, "raw", "rawThenPost", provider.url("/ok") + "," + World.nobody());

    assertThat(said).contains("held, UNKNOWN");
    assertThat(world.attempt("raw", "a.watched")).isEqualTo("f");
  }

  @ParameterizedTest
  @ValueSource(strings = {"okhttp-5", "okhttp-4", "okhttp-3", "httpclient-5.6", "httpclient-5.4"})
  void aStaleConnectionAndARedirectAreSeenForWhatTheyAre(String client) {
    RunningJvm jvm = world.clients(Jdk.running(), client, provider.url("/ok"));

    send(jvm, "once", "post", provider.url("/once"));
    String said = send(jvm, "after", "post", provider.url("/ok"));
    // Found stale before the request; or after it: then the client tries again, which is counted,
    // or leaves it, which is doubt.
    if (said.contains(" -> sent")) {
      assertThat(evidence("after")).isIn("false|1|true", "false|2|true");
    } else {
      assertThat(evidence("after")).as(said).isEqualTo("false|1|true");
      assertThat(world.attempt("after", "i.state")).isEqualTo("UNKNOWN");
    }

    send(jvm, "moved", "post", world.provider().url("/elsewhere-307"));
    assertThat(world.provider().received().get(0).key()).matches("[0-9a-f]{32}");
    assertThat(world.provider().received().stream().skip(1))
        .extracting(Received::key)
        .allMatch("null"::equals);
  }

  @ParameterizedTest
  @ValueSource(strings = {"okhttp-5", "httpclient-5.6"})
  void aSwitchThatIsClosedDuringTheBodyStopsItsFirstRequest(String client) {
    RunningJvm jvm = world.clients(Jdk.running(), client, provider.url("/ok"));
    jvm.say("send slow wait " + provider.url("/ok"));
    jvm.awaitLine("waiting");

    world.closeTheSwitch("wired", "fraud is suspected");
    world.awaitASecondLook();
    jvm.say("go");

    assertThat(jvm.awaitLine("slow -> threw"))
        .contains("the kill switch was closed for effect wired, scope *: fraud is suspected")
        .contains("nothing was sent");
    assertThat(evidence("slow")).isEqualTo("false|0|true");
    assertThat(world.attempt("slow", "i.state")).isEqualTo("FAILED_RETRYABLE");
    assertThat(provider.booked()).isEmpty();
  }

  private static String send(RunningJvm jvm, String order, String how, String url) {
    jvm.say("send " + order + " " + how + " " + url);
    return jvm.awaitLine(order + " -> ");
  }

  private List<Booked> booked(String order) {
    return provider.booked().stream().filter(one -> one.body().startsWith(order)).toList();
  }

  private String evidence(String order) {
    return world.attempt(order, "a.can_send || '|' || a.requests || '|' || a.watched");
  }
}
