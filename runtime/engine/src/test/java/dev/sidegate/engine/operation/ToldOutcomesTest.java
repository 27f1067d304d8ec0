package dev.sidegate.engine.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sidegate.CompletionListener;
import dev.sidegate.EffectStatus;
import dev.sidegate.Operation;
import dev.sidegate.OperationStatus;
import dev.sidegate.Sidegate;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Applications are told how their queued wishes ended, at least once. */
class ToldOutcomesTest {
  @TempDir Path journal;

  private final List<OperationStatus> told = new CopyOnWriteArrayList<>();
  private OrderWorld world;

  @BeforeEach
  void start() {
    world = new OrderWorld(journal);
    FoundListener.TOLD.clear();
  }

  @AfterEach
  void stop() {
    world.close();
  }

  /** Found by its name in {@code META-INF/services}. */
  public static final class FoundListener implements CompletionListener {
    static final List<OperationStatus> TOLD = new CopyOnWriteArrayList<>();

    /** Made by a service loader. */
    public FoundListener() {}

    @Override
    public void completed(OperationStatus outcome) {
      TOLD.add(outcome);
    }
  }

  @Test
  void bothTheRegisteredAndTheFoundListenerAreTold() throws Exception {
    Sidegate.onCompletion(told::add);
    Operation operation = Sidegate.defer(order("tea"));

    completeElsewhere(operation, "placed tea");

    awaitTold(1);
    OperationStatus outcome = told.get(0);
    assertThat(outcome.id()).isEqualTo(operation.id());
    assertThat(outcome.status()).isEqualTo(EffectStatus.COMPLETED);
    assertThat(outcome.effect()).isEqualTo("order");
    assertThat(outcome.key()).isEqualTo("order:tea");
    assertThat(outcome.result()).isEqualTo("placed tea");
    assertThat(FoundListener.TOLD).extracting(OperationStatus::id).containsExactly(operation.id());
    await().untilAsserted(() -> assertThat(untold()).isEqualTo("0"));
  }

  @Test
  void aRefusedQuestionIsTold() throws Exception {
    Sidegate.onCompletion(told::add);
    Operation operation = Sidegate.defer(() -> world.tool.orderMuchUnchecked("silk", 9));

    world.decide(operation.id(), false);

    awaitTold(1);
    assertThat(told.get(0).status()).isEqualTo(EffectStatus.REJECTED);
    assertThat(told.get(0).reason()).isEqualTo("too much");
  }

  @Test
  void whatOneThrowsHarmsNothingAndItIsToldAgain() throws Throwable {
    AtomicInteger tries = new AtomicInteger();
    Sidegate.onCompletion(
        outcome -> {
          switch (tries.incrementAndGet()) {
            case 1 -> throw new StackOverflowError();
            case 2 -> throw new Exception("not now");
            default -> told.add(outcome);
          }
        });
    Operation operation = Sidegate.defer(order("tea"));
    completeElsewhere(operation, "placed tea");

    awaitTold(1);
    assertThat(tries).hasValue(3);
    assertThat(world.tool.order("rice", 1)).isEqualTo("placed rice");
    assertThat(world.one("SELECT tries FROM sidegate.outcome")).isEqualTo("3");
  }

  @Test
  void whatEndedWhileNobodyLivedIsToldAfterTheRestart() throws Throwable {
    Operation operation = Sidegate.defer(order("tea"));
    world.stop();
    completeElsewhere(operation, "placed tea");
    assertThat(untold()).isEqualTo("1");

    world.restart();
    Sidegate.onCompletion(told::add);
    world.tool.order("rice", 1); // the class is in use again

    awaitTold(1);
    assertThat(told.get(0).id()).isEqualTo(operation.id());
  }

  @Test
  void aDoubtIsToldAndWhatItBecomesToo() throws Exception {
    Sidegate.onCompletion(told::add);
    Operation operation = Sidegate.defer(order("tea"));
    world.moveElsewhere(operation.id(), "UNKNOWN", "");
    world.moveEntry(operation.id(), "UNKNOWN");
    awaitTold(1);

    completeElsewhere(operation, "placed tea");

    awaitTold(2);
    assertThat(told)
        .extracting(OperationStatus::status)
        .containsExactly(EffectStatus.UNKNOWN, EffectStatus.COMPLETED);
  }

  private void completeElsewhere(Operation operation, String result) {
    world.completeElsewhere(operation.id(), result);
    world.moveEntry(operation.id(), "COMPLETED");
  }

  private String untold() {
    return world.one("SELECT count(*) FROM sidegate.outcome WHERE told_at IS NULL");
  }

  private void awaitTold(int times) {
    await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> assertThat(told).hasSize(times));
  }

  private Callable<String> order(String item) {
    return () -> {
      try {
        return world.tool.order(item, 1);
      } catch (Exception | Error thrown) {
        throw thrown;
      } catch (Throwable thrown) {
        throw new AssertionError(thrown);
      }
    };
  }
}
