package dev.sidegate.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.agent.jvm.AgentJvm;
import dev.sidegate.agent.jvm.ClassPath;
import dev.sidegate.agent.jvm.Ended;
import dev.sidegate.agent.jvm.Jdk;
import dev.sidegate.agent.jvm.OnEveryJdk;
import dev.sidegate.agent.jvm.Program;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;

/** What happens before {@code main} of a program that has nothing to guard: almost nothing. */
class PremainIT {
  @TempDir private Path folder;

  @OnEveryJdk
  void nothingIsTouchedThatBelongsToTheApplication(Jdk jdk) throws IOException {
    Set<String> loaded = loadedBeforeMain(jdk, hello(jdk));

    assertThat(loaded).contains("dev.sidegate.agent.Premain", "java.lang.SidegateDoor");
    assertThat(loaded)
        .noneMatch(
            name ->
                name.startsWith("java.util.logging.")
                    || name.startsWith("java.sql.")
                    || name.startsWith("javax.management.")
                    || name.startsWith("java.lang.management.")
                    || name.startsWith("java.net.Socket")
                    || name.startsWith("java.net.http."));
  }

  @OnEveryJdk
  void noLibraryIsLoadedWhereNothingIsGuarded(Jdk jdk) throws IOException {
    assertThat(loadedBeforeMain(jdk, hello(jdk)))
        .noneMatch(
            name ->
                name.startsWith("net.bytebuddy.")
                    || name.startsWith("com.zaxxer.")
                    || name.startsWith("org.postgresql.")
                    || name.startsWith("com.fasterxml.")
                    || name.startsWith("org.slf4j.")
                    || name.startsWith("dev.sidegate.engine.Engine"));
  }

  @OnEveryJdk
  void classDataSharingStaysWhole(Jdk jdk) throws IOException {
    Path log = folder.resolve("shared.log");
    Ended ended = hello(jdk).option("-Xlog:class+load:file=" + log).run("Hello");

    assertThat(ended.errors()).isEmpty();
    List<String> ofTheJdk =
        Files.readAllLines(log).stream().filter(line -> line.contains("java.util.")).toList();
    assertThat(ofTheJdk)
        .filteredOn(line -> line.contains("shared objects file"))
        .hasSizeGreaterThan(ofTheJdk.size() * 9 / 10);
  }

  @OnEveryJdk
  void theSecondOfTwoIsIgnoredWithOneLine(Jdk jdk) {
    Ended ended = hello(jdk).agentTwice().run("Hello");

    assertThat(ended.output()).containsExactly("hello");
    assertThat(ended.errors())
        .singleElement()
        .asString()
        .isEqualTo("[sidegate] the agent is given twice; the second one is ignored");
  }

  @OnEveryJdk
  void theJdksOwnToolsAreLeftAlone(Jdk jdk) throws IOException {
    Path log = folder.resolve("keytool.log");
    Ended ended = AgentJvm.on(jdk).option("-Xlog:class+load:file=" + log).tool("keytool", "-help");

    assertThat(ended.exitCode()).isZero();
    assertThat(names(log))
        .contains("dev.sidegate.agent.Premain")
        .doesNotContain("dev.sidegate.agent.start.Attachment");
  }

  @OnEveryJdk
  void aSourceFileThatIsLaunchedDirectlyIsTheApplicationsOwn(Jdk jdk) throws IOException {
    Path log = folder.resolve("launcher.log");
    Ended ended =
        AgentJvm.on(jdk)
            .option("-Xlog:class+load:file=" + log)
            .run("src/test/programs/hello/Hello.java");

    assertThat(ended.output()).containsExactly("hello");
    assertThat(names(log)).contains("dev.sidegate.agent.weave.GuardTransformer");
  }

  @OnEveryJdk
  void anAgentThatCannotAttachEndsTheJvm(Jdk jdk) throws IOException {
    Path broken = folder.resolve("broken.jar");
    Files.copy(ClassPath.agent(), broken);
    try (FileSystem jar = FileSystems.newFileSystem(broken)) {
      Files.delete(jar.getPath("isolated/java/lang/SidegateDoor.classdata"));
    }

    Ended ended = hello(jdk).withoutAgent().agent(broken, "").run("Hello");

    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.output()).isEmpty();
    assertThat(ended.errors()).singleElement().asString().contains("could not attach");
  }

  private static AgentJvm hello(Jdk jdk) {
    return AgentJvm.on(jdk).program(Program.plain("hello"));
  }

  private Set<String> loadedBeforeMain(Jdk jdk, AgentJvm jvm) throws IOException {
    Path log = folder.resolve("loaded.log");
    Ended ended = jvm.option("-Xlog:class+load:file=" + log).run("Hello");
    assertThat(ended.output()).as(jdk.toString()).containsExactly("hello");
    return names(log);
  }

  private static Set<String> names(Path log) throws IOException {
    return Files.readAllLines(log).stream()
        .filter(line -> line.contains(" source: "))
        .map(line -> line.substring(0, line.indexOf(" source: ")))
        .map(line -> line.substring(line.lastIndexOf(' ') + 1))
        .collect(Collectors.toSet());
  }
}
