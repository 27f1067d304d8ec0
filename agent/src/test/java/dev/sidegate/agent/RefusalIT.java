package dev.sidegate.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.agent.jvm.AgentJvm;
import dev.sidegate.agent.jvm.Ended;
import dev.sidegate.agent.jvm.Jdk;
import dev.sidegate.agent.jvm.OnEveryJdk;
import dev.sidegate.agent.jvm.Program;

/** What cannot be guarded does not run, and says why. */
class RefusalIT {

  @OnEveryJdk
  void whatCannotBeWovenDoesNotRunAndTheProgramGoesOn(Jdk jdk) {
    Ended ended = AgentJvm.on(jdk).program(Program.plain("refused")).run("Refused");

    assertThat(ended.output()).doesNotContain("body").contains("the program goes on");
    assertThat(ended.output())
        .anyMatch(
            line ->
                line.startsWith("!! EffectUnavailableException")
                    && line.contains("published")
                    && line.contains("Flow$Publisher"))
        .anyMatch(
            line ->
                line.startsWith("!! EffectUnavailableException")
                    && line.contains("suspended")
                    && line.contains("resumption"))
        .anyMatch(
            line ->
                line.startsWith("!! NoClassDefFoundError")
                    && line.contains("Sidegate refuses this class")
                    && line.contains("no body to guard"));
    assertThat(ended.error()).contains("[sidegate] Refused$Abstract is refused");
  }

  @OnEveryJdk
  void aClassWithoutADescriptorIsRefused(Jdk jdk) {
    Ended ended =
        AgentJvm.on(jdk)
            .program(Program.plain("refused"))
            .property("sidegate.jdbc.url", "jdbc:postgresql://127.0.0.1:1/none")
            .run("Refused");

    assertThat(ended.output()).doesNotContain("body");
    assertThat(ended.output())
        .anyMatch(
            line ->
                line.startsWith("!! EffectUnavailableException")
                    && line.contains("sidegate-processor did not run"));
  }

  @OnEveryJdk
  void aClassThatDoesNotSeeTheAnnotationsIsRefused(Jdk jdk) {
    Ended ended =
        AgentJvm.on(jdk).program(Program.plain("refused")).withoutAnnotations().run("Refused");

    assertThat(ended.output()).doesNotContain("body").contains("the program goes on");
    assertThat(ended.output())
        .anyMatch(
            line ->
                line.startsWith("!! IllegalStateException")
                    && line.contains("sidegate-annotations must be on the run-time path"));
  }

  @OnEveryJdk
  void verifyListsEveryFindingAndEndsTheProgram(Jdk jdk) {
    Ended ended = AgentJvm.on(jdk).program(Program.plain("refused")).run("Refused", "verify");

    assertThat(ended.exitCode()).isNotZero();
    assertThat(ended.output()).doesNotContain("verified");
    assertThat(ended.error())
        .contains("Sidegate does not guard this program")
        .contains("Refused$Reactive.published(java.lang.String) is refused")
        .contains("Refused$Suspending.suspended(")
        .contains("Refused$Undescribed has no descriptor")
        .contains("Refused has no method with @SideEffect");
  }

  @OnEveryJdk
  void withoutTheAgentVerifyEndsTheProgram(Jdk jdk) {
    Ended ended =
        AgentJvm.on(jdk).program(Program.plain("refused")).withoutAgent().run("Refused", "verify");

    assertThat(ended.exitCode()).isNotZero();
    assertThat(ended.output()).doesNotContain("verified");
    assertThat(ended.error()).contains("-javaagent:sidegate-agent.jar");
  }
}
