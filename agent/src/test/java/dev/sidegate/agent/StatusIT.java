package dev.sidegate.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.tools.attach.VirtualMachine;
import dev.sidegate.agent.jvm.Jdk;
import dev.sidegate.agent.jvm.OnEveryJdk;
import dev.sidegate.agent.jvm.RunningJvm;
import dev.sidegate.agent.world.World;
import org.junit.jupiter.api.AfterEach;

/** What the agent says of itself to whoever asks from outside. */
class StatusIT {
  private final World world = new World();

  @AfterEach
  void end() {
    world.close();
  }

  @OnEveryJdk
  void itNamesWhatIsGuardedAndWhetherTheEngineRuns(Jdk jdk) throws Exception {
    RunningJvm jvm = world.payments(jdk);

    jvm.say("pay o-1 100");
    jvm.awaitLine("paid o-1");

    assertThat(said(jvm).split("\n", -1))
        .anyMatch(line -> line.startsWith("version "))
        .anyMatch(line -> line.startsWith("woven ") && line.endsWith("Payments"))
        .contains("protocol 1", "started");
  }

  private static String said(RunningJvm jvm) throws Exception {
    VirtualMachine other = VirtualMachine.attach(String.valueOf(jvm.pid()));
    try {
      return other.getSystemProperties().getProperty("dev.sidegate.agent");
    } finally {
      other.detach();
    }
  }
}
