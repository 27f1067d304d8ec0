package dev.sidegate.engine.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sidegate.EffectConflictException;
import dev.sidegate.EffectHeldException;
import dev.sidegate.EffectStatus;
import dev.sidegate.EffectStoppedException;
import dev.sidegate.EffectUnavailableException;
import dev.sidegate.Operation;
import dev.sidegate.OperationStatus;
import dev.sidegate.Sidegate;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code Sidegate.defer}: exactly one guarded call, queued in place of its run. */
class DeferTest {
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
  void aDeferredCallIsQueuedAndNotRun() throws Exception {
    Operation operation = Sidegate.defer(order("tea", 1));

    assertThat(operation.status().status()).isEqualTo(EffectStatus.SCHEDULED);
    assertThat(tool.placed).isEmpty();
    assertThat(
            world.one(
                "SELECT i.operation, i.state, o.state FROM sidegate.intent i"
                    + " JOIN sidegate.effect_outbox o ON o.intent = i.operation"))
        .isEqualTo(operation.id() + "|AUTHORIZED|PENDING");
  }

  @Test
  void whatNeedsAYesIsAskedFor() throws Exception {
    Operation operation = Sidegate.defer(() -> call(() -> tool.orderMuch("silk", 9)));

    assertThat(operation.status().status()).isEqualTo(EffectStatus.AWAITING_APPROVAL);
    assertThat(world.one("SELECT intent FROM sidegate.approval")).isEqualTo(operation.id());
  }

  @Test
  void aWishThatExistsGivesItsOperation() throws Throwable {
    Operation first = Sidegate.defer(order("tea", 1));
    tool.order("rice", 1);

    assertThat(Sidegate.defer(order("tea", 1))).isEqualTo(first);
    assertThat(Sidegate.defer(order("rice", 1)).status().status())
        .isEqualTo(EffectStatus.COMPLETED);
    assertThat(world.one("SELECT count(*) FROM sidegate.effect_outbox")).isEqualTo("1");
    assertThat(tool.placed).containsExactly("rice");
  }

  @Test
  void anotherPayloadIsRefused() throws Exception {
    Operation first = Sidegate.defer(order("tea", 1));

    EffectConflictException refused =
        catchThrowableOfType(EffectConflictException.class, () -> Sidegate.defer(order("tea", 2)));

    assertThat(refused.operation()).isEqualTo(first.id());
  }

  @Test
  void noGuardedCallIsAnErrorAndSoAreTwo() {
    assertThatThrownBy(() -> Sidegate.defer(() -> "nothing"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("made none");
    assertThatThrownBy(
            () ->
                Sidegate.defer(
                    () -> {
                      swallowed(order("tea", 1));
                      swallowed(order("rice", 1));
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("made several; nothing was queued");
    assertThat(world.one("SELECT count(*) FROM sidegate.intent")).isEqualTo("0");
    assertThat(tool.placed).isEmpty();
  }

  @Test
  void whatTheBodyThrowsOfItsOwnIsThrownAndNothingIsQueued() {
    assertThatThrownBy(
            () ->
                Sidegate.defer(
                    () -> {
                      swallowed(order("tea", 1));
                      throw new IOException("after the call");
                    }))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(
            () ->
                Sidegate.defer(
                    (Callable<?>)
                        () -> {
                          throw new IOException("before the call");
                        }))
        .isInstanceOf(IOException.class);
    assertThat(world.one("SELECT count(*) FROM sidegate.intent")).isEqualTo("0");
  }

  @Test
  void aProxysWrappingOfTheCallIsNoThrowableOfItsOwn() throws Exception {
    Operation operation =
        Sidegate.defer(
            () -> {
              try {
                return order("tea", 1).call();
              } catch (Exception e) {
                throw new IllegalStateException("wrapped", e);
              }
            });

    assertThat(operation.status().status()).isEqualTo(EffectStatus.SCHEDULED);
  }

  @Test
  void aLambdaAndValuesOfOneAttemptCannotRunLater() {
    assertThatThrownBy(
            () ->
                Sidegate.defer(
                    () -> Sidegate.effect("mail").key("mail:{}", 1).payload("x").run(() -> {})))
        .isInstanceOf(EffectUnavailableException.class)
        .extracting(thrown -> ((EffectHeldException) thrown).reason())
        .asString()
        .contains("a lambda cannot run later");
    assertThatThrownBy(() -> Sidegate.defer(() -> call(() -> tool.orderOnce("tea", 1))))
        .isInstanceOf(EffectUnavailableException.class);
    assertThat(world.one("SELECT count(*) FROM sidegate.intent")).isEqualTo("0");
  }

  @Test
  void whatIsStoppedIsNotQueued() {
    world.database.execute(
        "INSERT INTO sidegate.kill_switch (effect, scope, enabled, reason)"
            + " VALUES ('order', '*', false, 'too many orders')");

    assertThatThrownBy(() -> Sidegate.defer(order("tea", 1)))
        .isInstanceOf(EffectStoppedException.class);
    assertThatThrownBy(() -> Sidegate.planning(() -> Sidegate.defer(order("rice", 1))))
        .isInstanceOf(EffectStoppedException.class);
    assertThat(world.one("SELECT count(*) FROM sidegate.intent")).isEqualTo("0");
  }

  @Test
  void afterABodyThatWasDeferredCallsRunAgain() throws Throwable {
    Operation unused = Sidegate.defer(order("tea", 1));

    assertThat(tool.order("rice", 1)).isEqualTo("placed rice");
  }

  @Test
  void withoutAnEngineNothingIsDeferred() {
    world.close();

    assertThatThrownBy(() -> Sidegate.defer(order("tea", 1)))
        .isInstanceOf(EffectUnavailableException.class)
        .extracting(thrown -> ((EffectHeldException) thrown).reason())
        .asString()
        .contains("no Sidegate engine in this JVM");
    assertThat(tool.placed).isEmpty();
  }

  @Test
  void awaitTellsTheResultThatAnotherProcessHasStored() throws Exception {
    Operation operation = Sidegate.defer(order("tea", 1));
    assertThat(operation.await(Duration.ofMillis(1)).isOver()).isFalse();

    world.completeElsewhere(operation.id(), "placed tea");

    OperationStatus status = operation.await(Duration.ofMinutes(1));
    assertThat(status.status()).isEqualTo(EffectStatus.COMPLETED);
    assertThat(status.isOver()).isTrue();
    assertThat(status.receipt()).isEqualTo("r-1");
    assertThat(status.key()).isEqualTo("order:tea");
    assertThat(status.result()).isEqualTo("placed tea");
  }

  private Callable<String> order(String item, long pieces) {
    return () -> call(() -> tool.order(item, pieces));
  }

  private static void swallowed(Callable<?> call) {
    try {
      Object unused = call.call();
    } catch (Exception ignored) {
      // as a framework does that tells the model
    }
  }

  private static <T> T call(Throwing<T> body) throws Exception {
    try {
      return body.call();
    } catch (Exception | Error thrown) {
      throw thrown;
    } catch (Throwable thrown) {
      throw new AssertionError(thrown);
    }
  }

  private interface Throwing<T> {
    T call() throws Throwable;
  }
}
