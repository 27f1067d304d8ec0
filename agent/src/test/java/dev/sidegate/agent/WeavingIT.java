package dev.sidegate.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.agent.jvm.AgentJvm;
import dev.sidegate.agent.jvm.Ended;
import dev.sidegate.agent.jvm.Jdk;
import dev.sidegate.agent.jvm.OnEveryJdk;
import dev.sidegate.agent.jvm.Program;

/** Woven methods of every kind, against a door that answers as told. */
class WeavingIT {
  private static final int GUARDED_CALLS = 9;

  @OnEveryJdk
  void everyKindOfMethodIsGuardedExactlyOnce(Jdk jdk) {
    Ended ended = run(jdk, "let in");

    assertThat(ended.output())
        .containsExactly(
            "enter many",
            "body",
            "exit with the token of many: a123.5true, null",
            "-> a123.5true",
            "enter twice",
            "body",
            "exit with the token of twice: 42, null",
            "-> 42",
            "enter nothing",
            "body",
            "exit with the token of nothing: null, null",
            "-> returned",
            "enter generic",
            "body",
            "exit with the token of generic: [x], null",
            "-> [x]",
            "enter locked",
            "body",
            "exit with the token of locked: true, null",
            "-> true",
            "enter broken",
            "body",
            "exit with the token of broken: null, java.lang.IllegalArgumentException: broken",
            "!! broken",
            "enter inherited",
            "body",
            "exit with the token of inherited: i, null",
            "-> i",
            "enter get",
            "body",
            "exit with the token of get: got, null",
            "-> got",
            "enter moved",
            "body",
            "exit with the token of moved: Point[x=3], null",
            "-> Point[x=3]",
            "-> free",
            "k:{a}");
    assertThat(ended.errors()).isEmpty();
  }

  @OnEveryJdk
  void anAnswerSkipsTheBody(Jdk jdk) {
    Ended ended = run(jdk, "skip");

    assertThat(ended.output()).doesNotContain("body").contains("-> 7", "-> true", "-> null");
    assertThat(ended.output()).noneMatch(line -> line.startsWith("exit"));
  }

  @OnEveryJdk
  void whatGoesWrongOnEnterReachesTheCallerAndNothingRuns(Jdk jdk) {
    Ended ended = run(jdk, "throw");

    assertThat(ended.output()).doesNotContain("body");
    assertThat(ended.output()).filteredOn("!! the engine is away"::equals).hasSize(GUARDED_CALLS);
  }

  @OnEveryJdk
  void nothingRunsWhereTheDoorGivesNothing(Jdk jdk) {
    Ended ended = run(jdk, "nothing");

    assertThat(ended.output()).doesNotContain("body");
    assertThat(ended.output())
        .filteredOn(line -> line.endsWith("neither a claim nor an answer; nothing ran"))
        .hasSize(GUARDED_CALLS);
  }

  @OnEveryJdk
  void theCallerGetsWhatTheSettlingSays(Jdk jdk) {
    assertThat(run(jdk, "replace").output())
        .filteredOn("!! in doubt"::equals)
        .hasSize(GUARDED_CALLS);
    assertThat(run(jdk, "rescue").output()).contains("-> rescued");
  }

  private static Ended run(Jdk jdk, String how) {
    Ended ended = AgentJvm.on(jdk).program(Program.plain("weaving")).run("Weaving", how);
    assertThat(ended.exitCode()).as(ended.error()).isZero();
    return ended;
  }
}
