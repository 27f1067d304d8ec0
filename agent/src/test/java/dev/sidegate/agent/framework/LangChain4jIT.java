package dev.sidegate.agent.framework;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.agent.jvm.Ended;
import dev.sidegate.agent.jvm.Jdk;
import dev.sidegate.agent.world.Model;
import dev.sidegate.agent.world.World;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** AI services of LangChain4j whose model asks for the same tool again and again. */
class LangChain4jIT {
  private final World world = new World();

  @AfterEach
  void end() {
    world.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"langchain4j-1.19", "langchain4j-1.16"})
  void aModelThatAsksAgainGetsTheAnswerAndThePaymentIsOne(String version) {
    try (Model model = Model.asking(3, "pay", Map.of("order", "o-1", "cents", 100))) {
      Ended ended = run(version, model, "once");

      assertThat(ended.output()).as(ended.error()).contains("answer: That is all.");
      assertThat(model.toolAnswers()).hasSize(3).containsOnly("receipt 1");
      assertThat(world.provider().received()).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"langchain4j-1.19", "langchain4j-1.16"})
  void aHeldCallIsAResultTheThirdSaysStopAndTheFifthEndsTheTurn(String version) {
    try (Model model = Model.asking(50, "pay", Map.of("order", "silent-1", "cents", 100))) {
      Ended ended = run(version, model, "once");

      assertThat(ended.output())
          .as(ended.error())
          .anyMatch(line -> line.startsWith("answer: It is not known whether this was done"));
      assertThat(model.requests()).isEqualTo(Turn.ENDS);
      assertThatDoubtIsTold(model.toolAnswers(), Turn.ENDS - 1);
      assertThat(world.provider().received()).hasSize(1);
      assertThat(world.recorded("framework")).contains("LangChain4j");
      assertThat(world.recorded("conversation")).contains("conversation-1");
      assertThat(world.recorded("toolCall")).contains("call-1-0");
      assertThat(ended.error()).contains("LangChain4j (chat models repeat");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"stream", "parallel", "parallel-stream"})
  void streamsAndParallelToolsAreNoOtherWay(String how) {
    try (Model model =
        Model.askingTwiceAtOnce(50, "pay", Map.of("order", "silent-1", "cents", 100))) {
      Ended ended = run("langchain4j-1.19", model, how);

      assertThat(ended.output())
          .as(ended.error())
          .anyMatch(line -> line.startsWith("answer: ") && line.contains(" not "));
      assertThat(model.requests()).isEqualTo(3); // two answers each
      assertThat(model.toolAnswers())
          .hasSize(4)
          .allMatch(answer -> answer.startsWith("{\"status\":"));
      assertThat(world.provider().received()).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"langchain4j-1.19"})
  void theVeryFirstCallOfAJvmIsAnsweredToo(String version) {
    try (Model model = Model.asking(1, "pay", Map.of("order", "silent-1", "cents", 100))) {
      Ended ended = run(version, model, "cold");

      assertThat(ended.output()).as(ended.error()).contains("answer: That is all.");
      assertThat(model.toolAnswers()).hasSize(1).allMatch(one -> one.startsWith("{\"status\":"));
    }
  }

  /** Held answers of one key, one after the other. */
  static void assertThatDoubtIsTold(List<String> answers, int count) {
    assertThat(answers).hasSize(count);
    assertThat(answers)
        .allMatch(answer -> answer.startsWith("{\"status\":\"unknown\",\"executed\":\"unknown\""));
    for (int i = 0; i < count; i++) {
      assertThat(answers.get(i).contains("\"message\":\"Stop: this is answer number"))
          .as(answers.get(i))
          .isEqualTo(i + 1 >= Turn.TELLS_TO_STOP);
    }
  }

  private Ended run(String version, Model model, String how) {
    return world
        .framework(Jdk.running(), "langchain4j", version)
        .run("Assistant", model.url(), world.provider().url(), how, "Pay my order.");
  }
}
