package dev.sidegate.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.agent.jvm.AgentJvm;
import dev.sidegate.agent.jvm.Ended;
import dev.sidegate.agent.jvm.Jdk;
import dev.sidegate.agent.jvm.OnEveryJdk;
import dev.sidegate.agent.jvm.Program;
import dev.sidegate.agent.jvm.RunningJvm;
import dev.sidegate.agent.world.Tunnel;
import dev.sidegate.agent.world.World;
import org.junit.jupiter.api.AfterEach;

/** Where Sidegate cannot decide, nothing runs, and the rest of the application works. */
class FailClosedIT {
  private final World world = new World();

  @AfterEach
  void end() {
    world.close();
  }

  @OnEveryJdk
  void withTheDatabaseStoppedCallsAreRefusedAndTheRestWorks(Jdk jdk) {
    Tunnel tunnel = world.tunnel();
    RunningJvm jvm = world.payments(world.jvm(jdk, tunnel.port()));
    jvm.say("warm");
    jvm.awaitLine("warm now");

    tunnel.close();
    jvm.say("pay o-2 100");
    assertThat(jvm.awaitLine("held o-2")).startsWith("held o-2: UNAVAILABLE");
    jvm.say("work");
    jvm.awaitLine("worked without guards");

    assertThat(world.provider().received()).isEmpty();
  }

  @OnEveryJdk
  void withTheDatabaseAwayFromTheStartTheSameHolds(Jdk jdk) {
    Tunnel tunnel = world.tunnel();
    tunnel.close();
    RunningJvm jvm = world.payments(world.jvm(jdk, tunnel.port()));

    jvm.say("pay o-1 100");
    assertThat(jvm.awaitLine("held o-1")).startsWith("held o-1: UNAVAILABLE");
    jvm.say("work");
    jvm.awaitLine("worked without guards");

    assertThat(world.provider().received()).isEmpty();
  }

  @OnEveryJdk
  void wrongSettingsAreSaidAtStartAndGuardedCallsAreRefused(Jdk jdk) {
    AgentJvm wrong =
        world.jvm(jdk, world.database().port()).property("sidegate.jdbc.ulr", "jdbc:postgresql:x");
    RunningJvm jvm = world.payments(wrong);

    jvm.say("pay o-1 100");
    assertThat(jvm.awaitLine("held o-1"))
        .startsWith("held o-1: UNAVAILABLE")
        .contains("did you mean sidegate.jdbc.url?");
    jvm.say("work");
    jvm.awaitLine("worked without guards");

    assertThat(world.provider().received()).isEmpty();
    assertThat(jvm.errors())
        .singleElement()
        .asString()
        .startsWith("[sidegate] ")
        .contains("sidegate.jdbc.ulr");
  }

  @OnEveryJdk
  void withoutADatabaseTheMessageNamesBothWays(Jdk jdk) {
    Ended ended = AgentJvm.on(jdk).program(Program.plain("early")).run("Early");

    assertThat(ended.output()).containsExactly("main", "!! EffectUnavailableException");
  }
}
