package dev.sidegate.engine.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.ApprovalRequiredException;
import dev.sidegate.EffectFailure;
import dev.sidegate.EffectHeldException;
import dev.sidegate.EffectScheduledException;
import dev.sidegate.FailureClass;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls that run without their caller: what was allowed runs, once, and nothing else does. */
class DispatcherTest {
  @TempDir Path directory;

  private CourierWorld world;

  @BeforeEach
  void begin() {
    world = new CourierWorld(directory);
  }

  @AfterEach
  void end() {
    world.close();
  }

  @Test
  void aQueuedCallIsScheduledAndRunsOnce() throws Throwable {
    Courier courier = world.program();

    EffectHeldException held = CourierWorld.heldCall(() -> courier.send("A7", "hello"));

    assertThat(held).isInstanceOf(EffectScheduledException.class);
    world.awaitCompleted(UUID.fromString(String.valueOf(held.operation())));
    assertThat(courier.send("A7", "hello")).isEqualTo("delivered A7");
    assertThat(world.street.delivered()).containsExactly("A7 hello");
  }

  @Test
  void whatWasApprovedIsSentOnceAndTheSameCallGetsItsResult() throws Throwable {
    Courier courier = world.program();
    EffectHeldException held = CourierWorld.heldCall(() -> courier.pay("A7", "12.50"));
    assertThat(held).isInstanceOf(ApprovalRequiredException.class);
    assertThat(world.street.delivered()).isEmpty();

    UUID operation = UUID.fromString(String.valueOf(held.operation()));
    world.approve(operation);

    world.awaitCompleted(operation);
    assertThat(courier.pay("A7", "12.50")).isEqualTo("delivered A7");
    assertThat(world.street.delivered()).containsExactly("A7 12.50");
  }

  @Test
  void aYesForOneCallIsNoneForAnother() {
    Courier courier = world.program();
    UUID approved = CourierWorld.held(() -> courier.pay("A7", "12.50"));
    world.approve(approved);
    world.awaitCompleted(approved);

    EffectHeldException other = CourierWorld.heldCall(() -> courier.pay("A7", "99999"));
    EffectHeldException another = CourierWorld.heldCall(() -> courier.pay("A8", "12.50"));

    assertThat(other.toToolResult()).contains("conflict");
    assertThat(another).isInstanceOf(ApprovalRequiredException.class);
    assertThat(world.street.delivered()).containsExactly("A7 12.50");
  }

  @Test
  void aPolicyThatChangedAfterTheYesHoldsIt() {
    Courier courier = world.program();
    UUID operation = CourierWorld.held(() -> courier.pay("A7", "12.50"));
    world.stop();
    world.approve(operation);
    world.end();
    world.program("sidegate.effects.pay.approval.needed", "2");
    world.resume();

    world.awaitStanding(operation, "AUTHORIZED|policy changed|PARKED");

    assertThat(world.street.delivered()).isEmpty();
  }

  @Test
  void whatWasChangedInItsRowIsNeverSent() {
    Courier courier = world.program();
    UUID operation = CourierWorld.held(() -> courier.pay("A7", "12.50"));
    UUID donor = CourierWorld.held(() -> courier.pay("A8", "99999"));
    world.stop();
    world.approve(operation);
    world.past(
        "UPDATE sidegate.intent SET payload = (SELECT payload FROM sidegate.intent WHERE operation"
            + " = '%s') WHERE operation = '%s'".formatted(donor, operation));
    String bytes = payload(operation);
    world.resume();

    world.awaitStanding(operation, "AUTHORIZED|undecodable|PARKED");

    assertThat(world.street.delivered()).isEmpty();
    assertThat(payload(operation)).isEqualTo(bytes);
    assertThat(
            world.database.query(
                "SELECT state FROM sidegate.attempt WHERE intent = '" + operation + "'"))
        .containsExactly("HANDED_BACK");
  }

  @Test
  void anotherTextInTheRowIsNeverSent() {
    Courier courier = world.program();
    UUID operation = CourierWorld.held(() -> courier.pay("A7", "12.50"));
    world.stop();
    world.approve(operation);
    world.past(
        "UPDATE sidegate.intent SET payload = decode(replace(encode(payload, 'hex'),"
            + " encode('12.50', 'hex'), encode('99.50', 'hex')), 'hex') WHERE operation = '"
            + operation
            + "'");
    String bytes = payload(operation);
    world.resume();

    world.awaitStanding(operation, "AUTHORIZED|undecodable|PARKED");

    assertThat(world.street.delivered()).isEmpty();
    assertThat(payload(operation)).isEqualTo(bytes);
  }

  @Test
  void anApprovalBoundToOtherBytesSendsNothing() {
    Courier courier = world.program();
    UUID operation = CourierWorld.held(() -> courier.pay("A7", "12.50"));
    world.stop();
    world.approve(operation);
    world.past("UPDATE sidegate.approval SET bound_hash = sha256('x')");
    world.resume();

    world.awaitStanding(operation, "AUTHORIZED|undecodable|PARKED");

    assertThat(world.street.delivered()).isEmpty();
  }

  @Test
  void aPoisonRowHoldsNoOtherUpAndIsReleasedByAPerson() {
    Courier courier = world.caller();
    UUID poison = CourierWorld.held(() -> courier.send("A1", "x"));
    UUID good = CourierWorld.held(() -> courier.send("A2", "x"));
    String bytes = payload(poison);
    world.past("UPDATE sidegate.intent SET payload = 'garbage' WHERE operation = '" + poison + "'");
    world.program();
    world.awaitCompleted(good);
    world.awaitStanding(poison, "AUTHORIZED|undecodable|PARKED");
    assertThat(payload(poison)).isEqualTo("\\x67617262616765");

    world.past(
        "UPDATE sidegate.intent SET payload = '%s' WHERE operation = '%s'"
            .formatted(bytes, poison));
    world.grant(poison);

    world.awaitCompleted(poison);
    assertThat(world.street.delivered()).containsExactly("A2 x", "A1 x");
  }

  @Test
  void aRestartBetweenTheYesAndTheDispatchLosesNothing() {
    Courier courier = world.program();
    UUID operation = CourierWorld.held(() -> courier.pay("A7", "12.50"));
    world.end();
    world.approve(operation);
    assertThat(world.standing(operation)).isEqualTo("AUTHORIZED|null|PENDING");

    world.program();

    world.awaitCompleted(operation);
    assertThat(world.street.delivered()).containsExactly("A7 12.50");
  }

  @Test
  void aCancelWindowIsWaitedForAndWithdrawnInIt() {
    Courier courier = world.program("sidegate.effects.recall.approval.window", "2s");
    UUID sent = CourierWorld.held(() -> courier.recall("A7", "x"));
    UUID withdrawn = CourierWorld.held(() -> courier.recall("A8", "x"));
    world.withdraw(withdrawn);

    world.awaitCompleted(sent);

    assertThat(world.street.delivered()).containsExactly("A7 x");
    assertThat(world.standing(withdrawn)).isEqualTo("CANCELLED|null|CANCELLED");
    assertThat(
            world.database.query(
                "SELECT a.started_at >= o.queued_at + interval '2 s' FROM sidegate.attempt a"
                    + " JOIN sidegate.effect_outbox o USING (intent)"))
        .containsExactly("t");
  }

  @Test
  void aQueuedFailureIsTriedAgainByTheDispatcher() {
    Courier courier = world.program("sidegate.effects.send.retry.base-delay", "10ms");
    List<String> tries = new ArrayList<>();
    world.street.before(
        (method, order, text) -> {
          tries.add(order);
          if (tries.size() < 3) {
            throw EffectFailure.notApplied(FailureClass.TRANSIENT_BEFORE_WRITE, "refused");
          }
          return "";
        });

    UUID operation = CourierWorld.held(() -> courier.send("A7", "x"));

    world.awaitCompleted(operation);
    assertThat(tries).hasSize(3);
    assertThat(world.street.delivered()).containsExactly("A7 x");
  }

  @Test
  void aCallerWithoutPatienceIsToldThatItIsScheduledAndTheDispatcherGoesOn() {
    Courier courier =
        world.program(
            "sidegate.effects.note.retry.patience", "0s",
            "sidegate.effects.note.retry.base-delay", "10ms");
    List<String> tries = new ArrayList<>();
    RuntimeException refused =
        EffectFailure.notApplied(FailureClass.TRANSIENT_BEFORE_WRITE, "refused");
    world.street.before(
        (method, order, text) -> {
          tries.add(order);
          if (tries.size() == 1) {
            throw refused;
          }
          return "";
        });

    EffectHeldException held = CourierWorld.heldCall(() -> courier.note("A7", "x"));

    assertThat(held).isInstanceOf(EffectScheduledException.class).hasCause(refused);
    world.awaitCompleted(UUID.fromString(String.valueOf(held.operation())));
    assertThat(world.street.delivered()).containsExactly("A7 x");
  }

  @Test
  void anAnswerThatWasLostIsDoubtAndNothingIsSentAgain() {
    Courier courier = world.program();
    UUID operation = CourierWorld.held(() -> courier.pay("A7", "12.50"));
    List<String> acted = new ArrayList<>();
    world.street.before(
        (method, order, text) -> {
          acted.add(order);
          throw new java.net.SocketTimeoutException("Read timed out");
        });
    world.approve(operation);

    world.awaitStanding(operation, "UNKNOWN|null|UNKNOWN");
    UUID other = CourierWorld.held(() -> courier.send("A9", "later"));
    world.awaitStanding(other, "UNKNOWN|null|UNKNOWN");

    assertThat(acted).containsExactly("A7", "A9");
  }

  @Test
  void aStagesCallerWaitsForItsEndAndNoWorkerDoes() throws Throwable {
    Courier courier = world.program();

    assertThat(courier.drive("A7", "x").toCompletableFuture().get(1, TimeUnit.MINUTES))
        .isEqualTo("delivered A7");

    assertThat(world.database.query("SELECT state FROM sidegate.effect_outbox"))
        .containsExactly("COMPLETED");
    assertThat(world.street.delivered()).containsExactly("A7 x");
  }

  @Test
  void theProgramsEndWaitsForWhatRunsAndTakesNothingMore() throws Exception {
    Courier courier = world.program("sidegate.outbox.workers", "1");
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    world.street.before(
        (method, order, text) -> {
          inside.countDown();
          goOn.await();
          return "";
        });
    UUID running = CourierWorld.held(() -> courier.send("A1", "x"));
    inside.await();
    UUID waiting = CourierWorld.held(() -> courier.send("A2", "x"));
    Thread end = new Thread(world::end);
    end.start();
    CourierWorld.awaitWaiting(end);
    goOn.countDown();
    end.join();

    assertThat(world.standing(running)).isEqualTo("COMPLETED|null|COMPLETED");
    assertThat(world.standing(waiting)).isEqualTo("AUTHORIZED|null|PENDING");
  }

  @Test
  void twoProgramsShareAQueueAndEachCallRunsOnce() {
    Courier one = world.caller();
    List<UUID> operations = new ArrayList<>();
    Set<String> expected = new TreeSet<>();
    for (int i = 0; i < 1000; i++) {
      String order = "A" + i;
      expected.add(order + " x");
      operations.add(CourierWorld.held(() -> one.send(order, "x")));
    }
    world.program("sidegate.outbox.workers", "8");
    world.program("sidegate.outbox.workers", "8");

    operations.forEach(world::awaitCompleted);
    assertThat(world.street.delivered())
        .hasSize(1000)
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  private String payload(UUID operation) {
    return world
        .database
        .query("SELECT payload FROM sidegate.intent WHERE operation = '" + operation + "'")
        .get(0);
  }
}
