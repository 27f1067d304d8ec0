package dev.sidegate.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.agent.jvm.Jdk;
import dev.sidegate.agent.jvm.OnEveryJdk;
import dev.sidegate.agent.jvm.RunningJvm;
import dev.sidegate.agent.world.World;
import org.junit.jupiter.api.AfterEach;

/** What was approved or queued runs in whatever program has its object, once, kills included. */
class OutboxIT {
  private final World world = new World();

  @AfterEach
  void end() {
    world.close();
  }

  @OnEveryJdk
  void whatWasApprovedIsSentOnceAndTheNextCallGetsItsReceipt(Jdk jdk) {
    RunningJvm jvm = world.deferred(jdk);
    jvm.say("pay o-1 100");
    assertThat(jvm.awaitLine("held o-1")).startsWith("held o-1: AWAITING_APPROVAL");
    assertThat(world.provider().received()).isEmpty();

    world.approve("o-1");

    world.awaitState("o-1", "COMPLETED");
    jvm.say("pay o-1 100");
    jvm.awaitLine("paid o-1");
    assertThat(world.provider().received()).hasSize(1);
    assertThat(world.provider().received().get(0).key()).hasSize(32);
  }

  @OnEveryJdk
  void aRestartBetweenTheYesAndTheDispatchLosesNothing(Jdk jdk) {
    RunningJvm asking = world.deferred(jdk);
    asking.say("pay o-1 100");
    asking.awaitLine("held o-1");
    asking.kill();
    world.approve("o-1");
    assertThat(world.state("o-1")).containsExactly("AUTHORIZED");

    world.deferred(jdk); // nobody calls anything in it

    world.awaitState("o-1", "COMPLETED");
    assertThat(world.provider().received()).hasSize(1);
  }

  @OnEveryJdk
  void aDispatcherKilledInTheBodyLeavesDoubtAndNobodySendsAgain(Jdk jdk) {
    RunningJvm first = world.deferred(jdk);
    for (String order : new String[] {"before-1", "after-1"}) {
      first.say("pay " + order + " 100");
      first.awaitLine("held " + order);
      world.approve(order);
    }
    first.awaitLine("in the body of before-1");
    first.awaitLine("sent after-1");
    first.kill();

    RunningJvm next = world.deferred(jdk);
    next.say("many 1"); // it has its connections, and sweeps
    next.awaitLine("all queued");

    world.awaitState("before-1", "UNKNOWN");
    world.awaitState("after-1", "UNKNOWN");
    assertThat(world.provider().received())
        .extracting(received -> received.body())
        .filteredOn(body -> body.startsWith("after-1"))
        .hasSize(1);
    assertThat(next.output()).noneMatch(line -> line.startsWith("in the body"));
  }

  @OnEveryJdk
  void twoProgramsShareAQueueAndEachNoticeIsSentOnce(Jdk jdk) {
    RunningJvm one = world.deferred(jdk);
    RunningJvm two = world.deferred(jdk);
    one.say("many 100");
    two.say("many 100");
    one.awaitLine("all queued");
    two.awaitLine("all queued");

    world.awaitNothingQueued();

    assertThat(world.provider().received())
        .extracting(received -> received.body())
        .hasSize(200)
        .doesNotHaveDuplicates();
  }
}
