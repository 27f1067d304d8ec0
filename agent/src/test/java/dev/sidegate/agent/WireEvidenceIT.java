package dev.sidegate.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.agent.jvm.Jdk;
import dev.sidegate.agent.jvm.OnEveryJdk;
import dev.sidegate.agent.jvm.RunningJvm;
import dev.sidegate.agent.world.Provider.Received;
import dev.sidegate.agent.world.Tunnel;
import dev.sidegate.agent.world.World;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/**
 * What the agent knows of an attempt's requests, read from what was settled: whether it can still
 * send, and how many unsafe requests left. The clients are the JDK's own.
 */
class WireEvidenceIT {
  private static final String NOTHING_LEFT = "false|0";
  private static final String ONE_LEFT = "false|1";

  private final World world = new World();

  @AfterEach
  void end() {
    world.close();
  }

  @OnEveryJdk
  void aRefusedConnectionAndAnUnknownHostLeaveNothing(Jdk jdk) {
    RunningJvm jvm = world.wired(jdk);

    for (String how :
        List.of(
            "client",
            "async",
            "url",
            "urlStreaming",
            "executor",
            "supplyAsync",
            "parallel",
            "thread")) {
      send(jvm, "refused-" + how, how, World.nobody());
      assertThat(evidence("refused-" + how)).as(how).isEqualTo(NOTHING_LEFT);
      assertThat(state("refused-" + how)).as(how).isEqualTo("FAILED_RETRYABLE");
    }
    send(jvm, "unknown", "client", "http://nowhere.invalid/");
    assertThat(evidence("unknown")).isEqualTo(NOTHING_LEFT);
    assertThat(world.provider().received()).isEmpty();
  }

  @OnEveryJdk
  void whereNothingLeftASecondAttemptFollowsAndIsTheOnlyEffect(Jdk jdk) {
    RunningJvm jvm = world.wiredWithPatience(jdk);

    String said = send(jvm, "again", "refusedFirst", World.nobody() + "," + world.provider().url());

    assertThat(said).contains(" -> sent");
    assertThat(world.attempt("again", "a.number")).isEqualTo("2");
    assertThat(posts()).hasSize(1);
  }

  @OnEveryJdk
  void anAnswerIsSeenOnWhateverThreadItsRequestLeft(Jdk jdk) {
    RunningJvm jvm = world.wired(jdk);
    List<String> ways =
        List.of(
            "client",
            "async",
            "asyncChain",
            "url",
            "urlStreaming",
            "executor",
            "supplyAsync",
            "parallel",
            "thread");

    for (String how : ways) {
      assertThat(send(jvm, "ok-" + how, how, world.provider().url())).contains(" -> sent");
      assertThat(evidence("ok-" + how)).as(how).isEqualTo(ONE_LEFT);
      assertThat(requestIds("ok-" + how)).as(how).matches("\\{req-\\d+}");
    }
    List<Received> posts = posts();
    assertThat(posts).hasSize(ways.size());
    assertThat(posts)
        .extracting(Received::key)
        .allMatch(key -> key.matches("[0-9a-f]{32}"))
        .doesNotHaveDuplicates();
  }

  @OnEveryJdk
  void aTimeoutAfterTheRequestIsDoubt(Jdk jdk) {
    RunningJvm jvm = world.wired(jdk);

    for (String how : List.of("client", "url")) {
      String said = send(jvm, "silent-" + how, how, world.provider().url("/silent"));

      assertThat(said).contains("held, UNKNOWN");
      assertThat(evidence("silent-" + how)).as(how).isEqualTo(ONE_LEFT);
    }
  }

  @OnEveryJdk
  void severalRequestsOfOneAttemptAreCountedAndSaidOnce(Jdk jdk) {
    RunningJvm jvm = world.wired(jdk);

    send(jvm, "two-1", "two", world.provider().url());
    send(jvm, "two-2", "two", world.provider().url());

    assertThat(evidence("two-1")).isEqualTo("false|2");
    assertThat(evidence("two-2")).isEqualTo("false|2");
    assertThat(jvm.errors())
        .filteredOn(line -> line.contains("more than one unsafe request"))
        .hasSize(1);
  }

  @OnEveryJdk
  void anotherWayOutIsNoEvidenceAndASafeRequestIsNone(Jdk jdk) {
    RunningJvm jvm = world.wired(jdk);
    String then = world.provider().url() + "," + World.nobody();

    send(jvm, "get", "getThenPost", then);
    assertThat(state("get")).isEqualTo("FAILED_RETRYABLE");
    assertThat(evidence("get")).isEqualTo(NOTHING_LEFT);
    assertThat(watched("get")).isEqualTo("t");

    assertThat(send(jvm, "raw", "rawThenPost", then)).contains("held, UNKNOWN");
    assertThat(watched("raw")).as("an unwatched socket").isEqualTo("f");
    assertThat(send(jvm, "process", "processThenPost", World.nobody())).contains("held, UNKNOWN");
    assertThat(watched("process")).as("a child process").isEqualTo("f");
    assertThat(send(jvm, "timer", "timerThenPost", World.nobody())).contains("held, UNKNOWN");
    assertThat(watched("timer")).as("work for a timer").isEqualTo("f");
    assertThat(evidence("timer")).isEqualTo("true|0");
  }

  @OnEveryJdk
  void workThatIsLeftBehindSendsNothingAfterItsAttempt(Jdk jdk) {
    RunningJvm jvm = world.wired(jdk);

    assertThat(send(jvm, "left", "leaveBehind", world.provider().url())).contains(" -> sent");
    assertThat(evidence("left")).as("it can still send").isEqualTo("true|0");
    jvm.say("go");

    assertThat(jvm.awaitLine("late"))
        .contains("its attempt has ended")
        .contains("nothing was sent");
    assertThat(posts()).isEmpty();
  }

  @OnEveryJdk
  void theKeyDoesNotFollowARedirectToAnotherHost(Jdk jdk) {
    RunningJvm jvm = world.wired(jdk);

    send(jvm, "r-client", "client", world.provider().url("/elsewhere-307"));
    send(jvm, "r-get", "client", world.provider().url("/elsewhere-302"));
    send(jvm, "r-url", "url", world.provider().url("/elsewhere-307"));

    assertThat(world.provider().received())
        .filteredOn(received -> received.key().equals("null"))
        .extracting(Received::method)
        .contains("POST", "GET");
    assertThat(world.provider().received())
        .filteredOn(received -> !received.key().equals("null"))
        .hasSize(3);
  }

  @OnEveryJdk
  void aSwitchThatIsClosedDuringTheBodyStopsItsFirstRequest(Jdk jdk) {
    RunningJvm jvm = world.wired(jdk);
    jvm.say("begin slow wait " + world.provider().url());
    jvm.awaitLine("waiting");

    world.closeTheSwitch("wired", "fraud is suspected");
    world.awaitASecondLook();
    jvm.say("go");

    // A request that was refused as it was about to leave is the proof: the body's own exception.
    assertThat(jvm.awaitLine("slow -> threw"))
        .contains("the kill switch was closed for effect wired, scope *: fraud is suspected")
        .contains("nothing was sent");
    assertThat(state("slow")).isEqualTo("FAILED_RETRYABLE");
    assertThat(evidence("slow")).isEqualTo(NOTHING_LEFT);
    assertThat(posts()).isEmpty();
  }

  @OnEveryJdk
  void whatNobodyWatchesIsRefusedWhileThatCannotBeWrittenDown(Jdk jdk) {
    Tunnel tunnel = world.tunnel();
    RunningJvm jvm = world.wired(jdk, tunnel);
    jvm.say("begin raw waitRaw " + world.provider().url());
    jvm.awaitLine("waiting");

    tunnel.close();
    jvm.say("go");

    assertThat(jvm.awaitLine("raw -> held, UNKNOWN"))
        .contains("is refused inside wired")
        .contains("that it is not watched could not be written down");
    assertThat(world.provider().received())
        .filteredOn(received -> received.method().equals("GET"))
        .isEmpty();
    assertThat(watched("raw")).as("as it was claimed, and as it stayed").isEqualTo("t");
  }

  private static String send(RunningJvm jvm, String order, String how, String url) {
    jvm.say("send " + order + " " + how + " " + url);
    return jvm.awaitLine(order + " -> ");
  }

  private List<Received> posts() {
    return world.provider().received().stream()
        .filter(received -> received.method().equals("POST"))
        .toList();
  }

  private String evidence(String order) {
    return world.attempt(order, "a.can_send || '|' || a.requests");
  }

  private String state(String order) {
    return world.attempt(order, "i.state");
  }

  private String watched(String order) {
    return world.attempt(order, "a.watched");
  }

  private String requestIds(String order) {
    return world.attempt(order, "a.provider_request_ids");
  }
}
