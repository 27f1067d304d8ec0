package dev.sidegate.agent.framework;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.EffectHeldException;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How often a model may be told the same. */
class TurnTest {
  private final Turn turn = new Turn();

  @Test
  void theThirdHeldAnswerOfOneKeyTellsToStopAndTheFifthEndsTheTurn() {
    HeldCall call = held("op-1");
    assertThat(turn.answer(call, "pay {}")).isEqualTo(call.toToolResult());
    assertThat(turn.answer(call, "pay {}")).isEqualTo(call.toToolResult());
    assertThat(turn.answer(call, "pay {}")).contains("Stop: this is answer number 3");
    assertThat(turn.answer(call, "pay {}")).contains("answer number 4");
    assertThat(turn.lastWords()).isNull();

    assertThat(turn.answer(call, "pay {}")).contains("answer number 5");
    assertThat(turn.lastWords())
        .isEqualTo("Not sent. A person has to approve it. (operation op-1)");
  }

  @Test
  void otherKeysCountForThemselves() {
    for (int i = 0; i < 10; i++) {
      assertThat(turn.answer(held("op-" + i), "pay {}")).doesNotContain("Stop");
      assertThat(turn.answer(held(null), "pay " + i)).doesNotContain("Stop");
    }
  }

  @Test
  void aHeldCallIsFoundBehindWhateverAFrameworkWrapsAroundIt() {
    EffectHeldException held = exception("op-1");
    HeldCall found = HeldCall.in(new IllegalStateException(new UndeclaredThrowableException(held)));

    assertThat(Objects.requireNonNull(found).toToolResult()).isEqualTo(held.toToolResult());
    assertThat(HeldCall.in(new IllegalStateException("held"))).isNull();
    assertThat(HeldCall.in(null)).isNull();
  }

  private static HeldCall held(@Nullable String operation) {
    return Objects.requireNonNull(HeldCall.in(exception(operation)));
  }

  private static EffectHeldException exception(@Nullable String operation) {
    Map<String, String> answer =
        new HashMap<>(
            Map.of(
                "status", "awaiting_approval",
                "executed", "no",
                "retry", "never",
                "message",
                    "Not sent. A person has to approve it. Do not call this tool again; tell the"
                        + " user."));
    if (operation != null) {
      answer.put("operation", operation);
    }
    return EffectHeldException.of(answer, null);
  }
}
