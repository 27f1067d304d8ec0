package dev.sidegate.engine.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sidegate.CallScope;
import dev.sidegate.EffectRejectedException;
import dev.sidegate.EffectStatus;
import dev.sidegate.Executed;
import dev.sidegate.Operation;
import dev.sidegate.OperationStatus;
import dev.sidegate.OutcomeUnknownException;
import dev.sidegate.Sidegate;
import java.nio.file.Path;
import java.time.Duration;
import java.util.NoSuchElementException;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is seen of an operation, and of a stage whose call runs later. */
class OperationTest {
  @TempDir Path journal;

  private OrderWorld world;
  private OrderTool tool;

  @BeforeEach
  void start() {
    world = new OrderWorld(journal);
    tool = world.tool;
  }

  @AfterEach
  void stop() {
    world.close();
  }

  @Test
  void aModelIsToldHowItStands() throws Throwable {
    CompletableFuture<String> stage = tool.orderMuch("silk", 9);
    String id = world.one("SELECT operation FROM sidegate.intent");

    assertThat(stage).isNotDone();
    assertThat(Sidegate.operation(id).status().toToolResult())
        .startsWith(
            "{\"status\":\"awaiting_approval\",\"executed\":\"no\",\"operation\":\""
                + id
                + "\",\"retry\":\"never\",\"reason\":\"waits for finance until ")
        .endsWith(
            "\"message\":\"Not sent. A person has to approve it. Do not call this tool again; tell"
                + " the user.\"}");
  }

  @Test
  void anIdThatNobodyKnowsIsAnsweredClearly() throws Exception {
    for (String id : new String[] {UUID.randomUUID().toString(), "the last one", ""}) {
      OperationStatus status = Sidegate.operation(id).await(Duration.ZERO);

      assertThat(status.status()).isEqualTo(EffectStatus.UNAVAILABLE);
      assertThat(status.executed()).isEqualTo(Executed.UNKNOWN);
      assertThat(status.message()).contains("There is no operation with this id, or not yet.");
      assertThat(status.hasResult()).isFalse();
      assertThatThrownBy(status::result).isInstanceOf(NoSuchElementException.class);
    }
  }

  @Test
  void lookingWritesNothing() throws Throwable {
    String id = tool.order("tea", 1);
    String before = world.one("SELECT version, audit_sequence, changed_at FROM sidegate.intent");
    String operation = world.one("SELECT operation FROM sidegate.intent");

    OperationStatus status = Sidegate.operation(operation).status();

    assertThat(status.result()).isEqualTo(id);
    assertThat(world.one("SELECT version, audit_sequence, changed_at FROM sidegate.intent"))
        .isEqualTo(before);
  }

  @Test
  void aStageCompletesWithTheStoredResult() throws Throwable {
    CompletableFuture<String> stage = tool.orderMuch("silk", 9);
    world.completeElsewhere(world.one("SELECT operation FROM sidegate.intent"), "placed silk");

    assertThat(stage.get(1, TimeUnit.MINUTES)).isEqualTo("placed silk");
    assertThat(tool.placed).isEmpty();
  }

  @Test
  void aStageFailsAsItsQuestionEnds() throws Throwable {
    CompletableFuture<String> stage = tool.orderMuch("silk", 9);
    world.decide(world.one("SELECT operation FROM sidegate.intent"), false);

    ExecutionException failed =
        catchThrowableOfType(ExecutionException.class, () -> stage.get(1, TimeUnit.MINUTES));
    assertThat(failed.getCause())
        .isInstanceOfSatisfying(
            EffectRejectedException.class,
            rejected -> assertThat(rejected.reason()).isEqualTo("too much"));
  }

  @Test
  void aYesAloneDoesNotCompleteAStageAndDoubtEndsIt() throws Throwable {
    CompletableFuture<String> stage = tool.orderMuch("silk", 9);
    String id = world.one("SELECT operation FROM sidegate.intent");
    world.decide(id, true);
    assertThat(Sidegate.operation(id).await(Duration.ofMillis(300)).status())
        .isEqualTo(EffectStatus.SCHEDULED);
    assertThat(stage).isNotDone();

    world.moveElsewhere(id, "UNKNOWN", "");

    assertThatThrownBy(() -> stage.get(1, TimeUnit.MINUTES))
        .hasCauseInstanceOf(OutcomeUnknownException.class);
  }

  @Test
  void cancellingAStageCancelsNothing() throws Throwable {
    CompletableFuture<String> stage = tool.orderMuch("silk", 9);
    stage.cancel(true);
    CompletableFuture<String> again = tool.orderMuch("silk", 9);

    assertThat(again).isNotDone();
    assertThat(world.one("SELECT state FROM sidegate.intent")).isEqualTo("AWAITING_HUMAN");
  }

  @Test
  void aWaitIsBoundedAndCanBeInterrupted() throws Exception {
    Operation operation = Sidegate.defer(() -> tool.orderMuchUnchecked("silk", 9));

    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> operation.await(Duration.ofMinutes(5)))
        .isInstanceOf(InterruptedException.class);
    assertThat(operation.await(Duration.ofMillis(5)).status())
        .isEqualTo(EffectStatus.AWAITING_APPROVAL);
    assertThat(operation.await(Duration.ofSeconds(-1)).isOver()).isFalse();
  }

  @Test
  void theSourceOfACallStandsOnItsCard() throws Throwable {
    CallScope.ofTrigger("t-1")
        .source("https://tickets.example/t-1")
        .run(() -> tool.orderMuchUnchecked("silk", 9));

    assertThat(world.one("SELECT facts FROM sidegate.approval"))
        .contains("\"source\":\"https://tickets.example/t-1\"");
  }
}
