package dev.sidegate.engine.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sidegate.ApprovalNotice;
import dev.sidegate.ApprovalNotifier;
import dev.sidegate.CallScope;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The application's own way to tell people that a question waits. */
class ApplicationNotifierTest {
  @TempDir Path journal;

  private OrderWorld world;

  /** Found by its name in {@code META-INF/services}. */
  public static final class Chat implements ApprovalNotifier {
    static final List<ApprovalNotice> TOLD = new CopyOnWriteArrayList<>();
    static volatile boolean down;

    /** Made by a service loader. */
    public Chat() {}

    @Override
    public String channel() {
      return "test-chat";
    }

    @Override
    public void tell(ApprovalNotice notice) throws IOException {
      if (down) {
        throw new IOException("the chat is down");
      }
      TOLD.add(notice);
    }
  }

  @BeforeEach
  void start() {
    world = new OrderWorld(journal);
    Chat.TOLD.clear();
    Chat.down = false;
  }

  @AfterEach
  void stop() {
    Chat.down = false;
    world.close();
  }

  @Test
  void itIsToldThatAQuestionWaitsAndThatItIsOver() {
    CallScope.ofTrigger("t-1")
        .requester("bob")
        .run(() -> assertThat(world.tool.orderMuchUnchecked("silk", 9)).isNotNull());
    String operation = world.one("SELECT operation FROM sidegate.intent");

    await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> assertThat(Chat.TOLD).hasSize(1));
    ApprovalNotice asked = Chat.TOLD.get(0);
    assertThat(asked.kind()).isEqualTo(ApprovalNotice.Kind.ASKED);
    assertThat(asked.operation().id()).isEqualTo(operation);
    assertThat(asked.subject()).isEqualTo("Waits for finance: orderMuch orderMuch:silk");
    assertThat(asked.requester()).isEqualTo("bob");
    assertThat(asked.linkFor("alice@example.org")).as("there is no console").isEmpty();
    assertThat(asked.command()).contains(operation);

    world.decide(operation, false);

    await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(
            () ->
                assertThat(Chat.TOLD)
                    .extracting(ApprovalNotice::state)
                    .containsExactly("open", "rejected"));
  }

  @Test
  void oneThatFailsNeitherLosesNorDecidesAQuestion() {
    Chat.down = true;
    Object unused = world.tool.orderMuchUnchecked("silk", 9);

    await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(
            () ->
                assertThat(
                        world.one(
                            "SELECT state, last_error FROM sidegate.approval_notice"
                                + " WHERE channel = 'test-chat' AND kind = 'ASKED'"))
                    .isEqualTo("PENDING|java.io.IOException: the chat is down"));
    assertThat(world.one("SELECT state FROM sidegate.intent")).isEqualTo("AWAITING_HUMAN");
    Chat.down = false;

    await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> assertThat(Chat.TOLD).hasSize(1));
  }
}
