package dev.sidegate.agent.framework;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.agent.jvm.Ended;
import dev.sidegate.agent.jvm.Jdk;
import dev.sidegate.agent.world.Model;
import dev.sidegate.agent.world.World;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Chats of Spring AI whose model asks for the same tool again and again. */
class SpringAiIT {
  private final World world = new World();

  @AfterEach
  void end() {
    world.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"spring-ai-2.0", "spring-ai-1.1"})
  void aModelThatAsksAgainGetsTheAnswerAndThePaymentIsOne(String version) {
    try (Model model = Model.asking(3, "pay", Map.of("order", "o-1", "cents", 100))) {
      Ended ended = run(version, model, "once");

      assertThat(ended.output()).as(ended.error()).contains("answer: That is all.");
      assertThat(model.toolAnswers()).hasSize(3).containsOnly("\"receipt 1\"");
      assertThat(world.provider().received()).hasSize(1);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "spring-ai-2.0, once", "spring-ai-1.1, once",
    "spring-ai-2.0, function", "spring-ai-1.1, function",
    "spring-ai-2.0, stream", "spring-ai-1.1, stream",
  })
  void aHeldCallIsAResultTheThirdSaysStopAndTheFifthEndsTheTurn(String version, String how) {
    try (Model model = Model.asking(30, "pay", Map.of("order", "silent-1", "cents", 100))) {
      Ended ended = run(version, model, how);

      assertThat(ended.output())
          .as(ended.error())
          .anyMatch(line -> line.startsWith("answer: {\"status\":\"unknown\""));
      assertThat(model.requests()).isEqualTo(Turn.ENDS);
      LangChain4jIT.assertThatDoubtIsTold(model.toolAnswers(), Turn.ENDS - 1);
      assertThat(world.provider().received()).hasSize(1);
      assertThat(world.recorded("framework")).contains("Spring AI");
      assertThat(world.recorded("conversation")).contains("conversation-1");
      assertThat(world.recorded("toolCall")).contains("call-1-0");
    }
  }

  private Ended run(String version, Model model, String how) {
    return world
        .framework(Jdk.running(), "spring-ai", version)
        .run("Assistant", model.url(), world.provider().url(), how, "Pay my order.");
  }
}
