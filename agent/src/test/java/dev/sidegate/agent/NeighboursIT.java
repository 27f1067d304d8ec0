package dev.sidegate.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.agent.jvm.AgentJvm;
import dev.sidegate.agent.jvm.ClassPath;
import dev.sidegate.agent.jvm.Ended;
import dev.sidegate.agent.jvm.Jdk;
import dev.sidegate.agent.jvm.OnEveryJdk;
import dev.sidegate.agent.jvm.Program;
import dev.sidegate.agent.world.World;
import dev.sidegate.engine.world.TestDatabase.Login;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;

/** The application's own copies of the agent's libraries, in other versions. */
class NeighboursIT {
  private final World world = new World();

  @AfterEach
  void end() {
    world.close();
  }

  @OnEveryJdk
  void theApplicationKeepsItsOwnLibraries(Jdk jdk) {
    AgentJvm jvm = world.jvm(jdk, world.database().port());
    for (Path library : ClassPath.otherVersions()) {
      jvm.program(library);
    }
    Ended ended =
        jvm.program(Program.guarded("neighbours", ClassPath.otherVersions()))
            .run(
                "Neighbours",
                world.database().jdbcUrl(),
                world.database().user(Login.AGENT),
                world.database().password(Login.AGENT));

    assertThat(ended.output())
        .as(ended.error())
        .containsExactly(
            "first: noted 42",
            "again: noted 42",
            "json: {\"a\":1}",
            "made: Made",
            "drivers: [true]",
            "from: HikariCP-5.1.0.jar",
            "from: postgresql-42.7.11.jar",
            "from: jackson-databind-2.17.2.jar",
            "from: byte-buddy-1.14.12.jar",
            "from: slf4j-api-1.7.36.jar");
    assertThat(ended.error())
        .contains("INFO Neighbours - logged by the application's own slf4j")
        .doesNotContain("Exception")
        .doesNotContain("SLF4J:");
  }
}
