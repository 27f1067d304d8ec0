package dev.sidegate.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.agent.jvm.Jdk;
import dev.sidegate.agent.jvm.OnEveryJdk;
import dev.sidegate.agent.jvm.RunningJvm;
import dev.sidegate.agent.world.World;
import org.junit.jupiter.api.AfterEach;

/** Doubts of a program with the agent end by the program's own lookup. */
class ReconciliationIT {
  private final World world = new World();

  @AfterEach
  void end() {
    world.close();
  }

  @OnEveryJdk
  void aLostAnswerIsLookedUpWithoutACaller(Jdk jdk) {
    RunningJvm jvm = world.lookups(jdk);

    jvm.say("pay lost-1 100");
    assertThat(jvm.awaitLine("held lost-1")).startsWith("held lost-1: UNKNOWN");

    jvm.awaitLine("asks about lost-1");
    world.awaitState("lost-1", "COMPLETED");
    jvm.say("pay lost-1 100");
    assertThat(jvm.awaitLine("paid lost-1")).isEqualTo("paid lost-1: receipt 1");
    assertThat(world.provider().received()).hasSize(1);
  }

  @OnEveryJdk
  void aFrozenProcessWhosePaymentWasNotFoundAndMadeAgainSendsNothingWhenItWakes(Jdk jdk) {
    RunningJvm frozen = world.lookups(jdk);
    frozen.say("pay slow-1 100");
    frozen.awaitLine("waiting");
    frozen.signal("STOP");
    world.awaitEndOfLease("slow-1");

    RunningJvm next = world.lookups(jdk);
    next.say("pay slow-1 100");
    next.awaitLine("asks about slow-1");
    next.awaitLine("waiting");
    next.say("go");
    assertThat(next.awaitLine("paid slow-1")).isEqualTo("paid slow-1: receipt 1");

    frozen.say("go");
    frozen.signal("CONT");
    frozen.awaitLine("held slow-1");
    assertThat(world.provider().received()).as("one effect").hasSize(1);
    assertThat(world.state("slow-1")).containsExactly("COMPLETED");
  }

  @OnEveryJdk
  void whatAProcessThatIsGoneLeftInDoubtIsLookedUpByTheNextOneWithoutACall(Jdk jdk) {
    RunningJvm killed = world.lookups(jdk);
    killed.say("pay stuck-1 100");
    killed.awaitLine("sent");
    killed.kill();
    world.awaitEndOfLease("stuck-1");

    RunningJvm next = world.lookups(jdk); // it has built its tool, and is told nothing

    next.awaitLine("asks about stuck-1");
    world.awaitState("stuck-1", "COMPLETED");
    assertThat(next.output()).doesNotContain("in the body of stuck-1");
    assertThat(world.provider().received()).hasSize(1);
  }

  @OnEveryJdk
  void aLookupThatDiedWithItsProcessIsNotRepeatedBeforeItsTimeIsOver(Jdk jdk) {
    RunningJvm killed = world.hangingLookups(jdk);
    killed.say("pay lost-1 100");
    killed.awaitLine("held lost-1");
    killed.awaitLine("asks about lost-1");
    killed.kill();

    RunningJvm next = world.lookups(jdk);
    world.awaitState("lost-1", "COMPLETED");

    assertThat(next.output()).filteredOn("asks about lost-1"::equals).hasSize(1);
    assertThat(
            world
                .database()
                .query(
                    """
                    SELECT p.verdict, p.detail,
                      p.started_at >= lag(p.expires_at) OVER (ORDER BY p.number)
                    FROM sidegate.reconciliation_probe p ORDER BY p.number"""))
        .containsExactly(
            "UNDETERMINED|the process that asked ended without an answer|null", "APPLIED|null|t");
  }
}
