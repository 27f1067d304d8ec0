package dev.sidegate.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sidegate.EffectHeldException;
import dev.sidegate.EffectStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which held calls leave an event in their process's own chain, and which do not (law 15). */
class RefusalEventsTest {
  @TempDir private Path journal;

  @Test
  void waitingReplaysAndDoubtAreNoRefusalsAndAConflictIsOne() throws Exception {
    try (OutcomeWorld world = new OutcomeWorld(journal)) {
      world.call(
          "A7",
          () -> {
            CompletableFuture.runAsync(
                    () -> held(() -> world.call("A7", () -> "never"), EffectStatus.IN_PROGRESS))
                .join();
            return "done";
          });
      assertThat(world.call("A7", () -> "never")).isEqualTo("done");
      held(() -> world.call("B8", RefusalEventsTest::lost), EffectStatus.UNKNOWN);
      held(() -> world.call("B8", () -> "never"), EffectStatus.UNKNOWN);

      held(() -> world.wish("A7", "another payload").call(() -> "never"), EffectStatus.CONFLICT);

      await()
          .atMost(Duration.ofSeconds(20))
          .untilAsserted(
              () ->
                  assertThat(
                          world.database.query(
                              "SELECT e.kind FROM sidegate.audit_event e"
                                  + " JOIN sidegate.process_chain c ON c.chain = e.chain"
                                  + " ORDER BY e.sequence"))
                      .as("had the others been refusals, they would stand before it")
                      .containsExactly("PROCESS", "REFUSED_CONFLICT"));
    }
  }

  private static String lost() {
    throw new IllegalStateException("the answer is lost");
  }

  private static void held(Callable<String> call, EffectStatus status) {
    assertThatThrownBy(call::call)
        .isInstanceOfSatisfying(
            EffectHeldException.class, held -> assertThat(held.status()).isEqualTo(status));
  }
}
