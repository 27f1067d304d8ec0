package dev.sidegate.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.agent.jvm.AgentJvm;
import dev.sidegate.agent.jvm.Ended;
import dev.sidegate.agent.jvm.Jdk;
import dev.sidegate.agent.jvm.OnEveryJdk;
import dev.sidegate.agent.jvm.Program;
import java.util.List;

/** A plan is only a plan, wherever its work goes on. */
class PlanningIT {

  @OnEveryJdk
  void whatAPlanHandsOverIsHeldToo(Jdk jdk) {
    Ended ended = AgentJvm.on(jdk).program(Program.guarded("planning")).run("Planning");

    assertThat(ended.exitCode()).as(ended.error()).isZero();
    List<String> planned = lines(ended, "STOPPED");
    assertThat(planned).hasSizeGreaterThanOrEqualTo(jdk.feature() >= 21 ? 22 : 20);
    assertThat(ended.output()).containsAll(planned).hasSize(2 * planned.size());
  }

  @OnEveryJdk
  void noThreadKeepsPlanningWhenItWorksForOthers(Jdk jdk) {
    Ended ended = AgentJvm.on(jdk).program(Program.guarded("planning")).run("Planning");

    assertThat(ended.output())
        .filteredOn(line -> line.startsWith("afterwards"))
        .isNotEmpty()
        .allMatch(line -> line.endsWith(": UNAVAILABLE"));
  }

  private static List<String> lines(Ended ended, String status) {
    return ended.output().stream()
        .filter(line -> !line.startsWith("afterwards") && line.endsWith(": " + status))
        .toList();
  }
}
