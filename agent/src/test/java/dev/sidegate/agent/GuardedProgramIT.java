package dev.sidegate.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.agent.jvm.Jdk;
import dev.sidegate.agent.jvm.OnEveryJdk;
import dev.sidegate.agent.jvm.RunningJvm;
import dev.sidegate.agent.world.Provider.Received;
import dev.sidegate.agent.world.World;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** A program with the agent, a real database and a provider that counts. */
class GuardedProgramIT {
  private final World world = new World();

  @AfterEach
  void end() {
    world.close();
  }

  @OnEveryJdk
  void theSecondCallGetsTheFirstOnesAnswerAndTheKeyIsOnTheWire(Jdk jdk) {
    RunningJvm jvm = world.payments(jdk);

    jvm.say("pay o-1 100");
    assertThat(jvm.awaitLine("paid o-1")).isEqualTo("paid o-1: receipt 1");
    jvm.say("pay o-1 100");
    jvm.say("pay url-2 100");
    assertThat(jvm.awaitLine("paid url-2")).isEqualTo("paid url-2: receipt 2");

    assertThat(world.provider().received())
        .extracting(Received::body)
        .containsExactly("o-1 100", "url-2 100");
    assertThat(world.provider().received())
        .extracting(Received::key)
        .allMatch(key -> key.matches("[0-9a-f]{32}"))
        .doesNotHaveDuplicates();
  }

  @OnEveryJdk
  void theSameKeyWithAnotherPayloadIsRefusedAndNothingIsSent(Jdk jdk) {
    RunningJvm jvm = world.payments(jdk);

    jvm.say("pay o-1 100");
    jvm.awaitLine("paid o-1");
    jvm.say("pay o-1 999");

    assertThat(jvm.awaitLine("held o-1")).startsWith("held o-1: CONFLICT");
    assertThat(world.provider().received()).hasSize(1);
  }

  @OnEveryJdk
  void aHundredCallsFromTwoJvmsRunOneBody(Jdk jdk) {
    RunningJvm one = world.payments(jdk);
    RunningJvm other = world.payments(jdk);

    one.say("many 50 o-1");
    other.say("many 50 o-1");
    one.awaitLine("all answered");
    other.awaitLine("all answered");

    assertThat(world.provider().received()).hasSize(1);
    List<String> lines = new ArrayList<>(one.output());
    lines.addAll(other.output());
    assertThat(lines).filteredOn("in the body of o-1"::equals).hasSize(1);
    assertThat(lines)
        .filteredOn(line -> line.startsWith("paid") || line.startsWith("held"))
        .hasSize(100)
        .containsOnly("paid o-1: receipt 1");
  }

  @OnEveryJdk
  void aProcessKilledInTheBodyLeavesDoubtAndNothingRunsAgain(Jdk jdk) {
    RunningJvm killed = world.paymentsWithShortLease(jdk);
    killed.say("pay slow-1 100");
    killed.awaitLine("waiting");
    killed.kill();
    world.awaitEndOfLease("slow-1");

    RunningJvm next = world.payments(jdk);
    next.say("pay slow-1 100");

    assertThat(next.awaitLine("held slow-1")).startsWith("held slow-1: UNKNOWN");
    assertThat(world.state("slow-1")).containsExactly("UNKNOWN");
    assertThat(next.output()).doesNotContain("in the body of slow-1");
    assertThat(world.provider().received()).isEmpty();
  }

  @OnEveryJdk
  void aProcessFrozenPastItsLeaseSendsNothingWhenItWakes(Jdk jdk) {
    for (String order : List.of("slow-client", "slow-url")) {
      RunningJvm frozen = world.paymentsWithShortLease(jdk);
      frozen.say("pay " + order + " 100");
      frozen.awaitLine("waiting");
      frozen.signal("STOP");
      world.awaitEndOfLease(order);

      frozen.say("go");
      frozen.signal("CONT");

      // The wire is the proof that nothing left, so this doubt ends by itself.
      assertThat(frozen.awaitLine("threw " + order))
          .contains("its lease ended before the request left; nothing was sent");
      assertThat(world.state(order)).containsExactly("FAILED_RETRYABLE");
    }
    assertThat(world.provider().received()).isEmpty();
  }
}
