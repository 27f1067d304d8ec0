package dev.sidegate.quickstart.outside;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScriptTest {
  private static final JsonNode ORDER_PLACED =
      new ObjectMapper()
          .createObjectNode()
          .put("type", "order.placed")
          .put("order", "1003")
          .put("revision", 1);

  @Test
  void callsTheToolThatTheEventAsksFor() {
    Script.Call call = call();
    assertThat(call.tool()).isEqualTo("sendConfirmation");
    assertThat(call.arguments().path("orderId").asText()).isEqualTo("1003");
    assertThat(call.arguments().path("revision").asInt()).isEqualTo(1);
  }

  @Test
  void callsOnceMoreInOtherWordsWhenTheAnswerIsNoSuccess() {
    ObjectNode first = call().arguments();
    ObjectNode second = call("request timed out").arguments();
    assertThat(second.path("text")).isNotEqualTo(first.path("text"));
    assertThat(second.without("text").equals(first.without("text"))).isTrue();
  }

  @Test
  void givesUpAfterTheSecondCall() {
    assertThat(next("request timed out", "request timed out"))
        .isEqualTo(new Script.Say("I could not finish this: request timed out"));
  }

  @Test
  void saysWhatItDid() {
    assertThat(next("Sent the confirmation.")).isEqualTo(new Script.Say("Sent the confirmation."));
  }

  private static Script.Call call(String... toolAnswers) {
    return (Script.Call) next(toolAnswers);
  }

  private static Script.Turn next(String... toolAnswers) {
    return Script.next(new Conversation(ORDER_PLACED, List.of(toolAnswers)));
  }
}
