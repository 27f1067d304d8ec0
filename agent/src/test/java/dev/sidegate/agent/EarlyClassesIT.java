package dev.sidegate.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sidegate.agent.jvm.AgentJvm;
import dev.sidegate.agent.jvm.Ended;
import dev.sidegate.agent.jvm.Jar;
import dev.sidegate.agent.jvm.Jdk;
import dev.sidegate.agent.jvm.OnEveryJdk;
import dev.sidegate.agent.jvm.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Classes that were loaded before the agent, by another agent or from an AOT cache. */
class EarlyClassesIT {
  @TempDir private Path folder;

  @OnEveryJdk
  void aGuardedClassThatAnotherAgentLoadedFirstIsWoven(Jdk jdk) {
    Ended ended =
        AgentJvm.on(jdk)
            .program(Program.plain("early"))
            .agentBefore(neighbour(), "loads EarlyTool")
            .run("Early");

    assertThat(ended.output()).containsExactly("main", "!! EffectUnavailableException");
  }

  @OnEveryJdk
  void oneThatCannotBeWovenAnyMoreEndsTheJvmBeforeMain(Jdk jdk) {
    Ended ended =
        AgentJvm.on(jdk)
            .program(Program.plain("early"))
            .agentBefore(neighbour(), "loadsAnotherShapeOf EarlyTool")
            .run("Early");

    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.output()).isEmpty();
    assertThat(ended.errors())
        .singleElement()
        .asString()
        .contains("EarlyTool has guarded methods, was loaded before the agent");
  }

  @OnEveryJdk
  void anAgentThatTransformsAWovenClassAgainTakesNothingAway(Jdk jdk) {
    Ended ended =
        AgentJvm.on(jdk)
            .program(Program.plain("weaving"))
            .agent(neighbour(), "retransforms Weaving")
            .run("Weaving", "let in");

    assertThat(ended.output()).filteredOn("body"::equals).hasSize(9);
    assertThat(ended.output()).filteredOn(line -> line.startsWith("enter")).hasSize(9);
  }

  @OnEveryJdk
  void aGuardedClassFromAnAotCacheIsWoven(Jdk jdk) {
    assumeTrue(jdk.feature() >= 25, "AOT caches of application classes came with Java 25");
    Path application = Jar.of(Program.plain("early"), folder.resolve("early.jar"));
    Path cache = folder.resolve("early.aot");
    Ended training =
        AgentJvm.on(jdk)
            .withoutAgent()
            .option("--add-modules=java.instrument")
            .option("-XX:AOTCacheOutput=" + cache)
            .program(application)
            .run("Early");
    assertThat(training.output()).contains("body");
    assertThat(Files.exists(cache)).as(training.error()).isTrue();

    Ended ended =
        AgentJvm.on(jdk)
            .option("--add-modules=java.instrument")
            .option("-XX:AOTCache=" + cache)
            .program(application)
            .run("Early");

    assertThat(ended.output()).containsExactly("main", "!! EffectUnavailableException");
  }

  private Path neighbour() {
    return Jar.agent(
        Program.plain("neighbour"),
        "Neighbour",
        Program.plain("earlier-version"),
        folder.resolve("neighbour.jar"));
  }
}
