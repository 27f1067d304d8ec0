package dev.sidegate.agent.framework;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sidegate.agent.jvm.Jdk;
import dev.sidegate.agent.jvm.RunningJvm;
import dev.sidegate.agent.world.World;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Servers of the MCP Java SDK, spoken to as a client does it. */
class McpServersIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final World world = new World();

  @AfterEach
  void end() {
    world.close();
  }

  @ParameterizedTest
  @CsvSource({"mcp-2.1, sync", "mcp-1.1, sync", "mcp-2.1, async", "mcp-1.1, async"})
  void aClientThatAsksAgainGetsTheAnswerAndThePaymentIsOne(String version, String how)
      throws IOException {
    try (RunningJvm server = server(version, how)) {
      for (int id = 1; id <= 3; id++) {
        JsonNode result = call(server, id, "o-1");
        assertThat(result.path("isError").asBoolean()).isFalse();
        assertThat(text(result)).isEqualTo("receipt 1");
      }
      assertThat(world.provider().received()).hasSize(1);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "mcp-2.1, sync, false",
    "mcp-1.1, sync, false",
    "mcp-2.1, async, false",
    "mcp-1.1, async, false",
    "mcp-2.1, swallowing, false",
    // The server itself drops every result that the output schema does not know, but errors.
    "mcp-2.1, schema, true",
    "mcp-1.1, schema, true",
  })
  void aHeldCallIsAResultAndTheThirdSaysStop(String version, String how, boolean asError)
      throws IOException {
    try (RunningJvm server = server(version, how)) {
      List<String> answers = new ArrayList<>();
      for (int id = 1; id <= 4; id++) {
        JsonNode result = call(server, id, "silent-1");
        assertThat(result.path("isError").asBoolean()).isEqualTo(asError);
        answers.add(text(result));
      }
      LangChain4jIT.assertThatDoubtIsTold(answers, 4);
      assertThat(world.provider().received()).hasSize(1);
      if (!how.equals("async")) { // that body runs in a thread of the handler's own choice
        assertThat(world.recorded("framework")).contains("MCP");
        assertThat(world.recorded("conversation")).hasSize(1);
      }
    }
  }

  private RunningJvm server(String version, String how) {
    RunningJvm server =
        world.framework(Jdk.running(), "mcp", version).start("Server", world.provider().url(), how);
    server.say(
        "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
            + "\"2024-11-05\",\"capabilities\":{},\"clientInfo\":{\"name\":\"test\","
            + "\"version\":\"1\"}}}");
    server.awaitLine("{\"jsonrpc\":\"2.0\",\"id\":0,");
    server.say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    return server;
  }

  private static JsonNode call(RunningJvm server, int id, String order) throws IOException {
    server.say(
        "{\"jsonrpc\":\"2.0\",\"id\":"
            + id
            + ",\"method\":\"tools/call\",\"params\":{\"name\":\"pay\",\"arguments\":{\"order\":\""
            + order
            + "\",\"cents\":100}}}");
    JsonNode answer = JSON.readTree(server.awaitLine("{\"jsonrpc\":\"2.0\",\"id\":" + id + ","));
    assertThat(answer.has("result")).as(answer + "\n" + server.errors()).isTrue();
    return answer.path("result");
  }

  private static String text(JsonNode result) {
    return result.path("content").path(0).path("text").asText();
  }
}
