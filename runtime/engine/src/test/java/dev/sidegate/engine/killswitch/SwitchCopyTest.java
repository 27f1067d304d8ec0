package dev.sidegate.engine.killswitch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.engine.intent.SwitchRow;
import dev.sidegate.engine.lease.LeaseClock;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SwitchCopyTest {
  private static final List<SwitchRow> CLOSED =
      List.of(new SwitchRow("*", "*", true, "migrated"), new SwitchRow("mail", "*", false, "spam"));

  private final AtomicBoolean attemptsRun = new AtomicBoolean();
  private final Semaphore reads = new Semaphore(0);
  private final SwitchCopy copy =
      new SwitchCopy(
          () -> {
            reads.release();
            return CLOSED;
          },
          LeaseClock.SYSTEM,
          attemptsRun::get,
          Thread::new);

  @AfterEach
  void end() {
    copy.close();
  }

  @Test
  void whileAnAttemptRunsTheSwitchIsReadAgainAndAgain() throws Exception {
    LeaseClock.Reading claim = LeaseClock.SYSTEM.read();
    assertThat(copy.refusal("mail", "", claim)).as("the claim found it open").isEmpty();

    attemptsRun.set(true);
    copy.wake();

    assertThat(reads.tryAcquire(3, 30, TimeUnit.SECONDS)).isTrue();
    assertThat(copy.refusal("mail", "", claim)).get().asString().contains("spam");
    assertThat(copy.refusal("refund", "", LeaseClock.SYSTEM.read())).isEmpty();
  }
}
