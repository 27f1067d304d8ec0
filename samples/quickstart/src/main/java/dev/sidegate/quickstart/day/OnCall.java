package dev.sidegate.quickstart.day;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;

/**
 * The person on call. Sidegate never guesses what became of a lost answer; so in the evening
 * someone asks it what is in doubt, looks into the provider's own book, and tells it what he saw.
 * Then the shop delivers those events once more.
 */
final class OnCall implements Day.Evening {
  private static final int LOOKS = 20;

  private final Gate gate;
  private final Screen screen;

  OnCall(Gate gate, Screen screen) {
    this.gate = gate;
    this.screen = screen;
  }

  @Override
  public void come(Shop shop, List<Situation> situations) throws Exception {
    screen.heading("In the evening, on call");
    awaitQuiet();
    screen.line(operate("list", "--state", "UNKNOWN").indent(4).stripTrailing());
    JsonNode doubts = list("UNKNOWN");
    for (JsonNode doubt : doubts) {
      settle(doubt, situation(doubt, situations), shop.world());
    }
    screen.heading("The shop delivers these events once more");
    for (JsonNode doubt : doubts) {
      Situation situation = situation(doubt, situations);
      screen.line("  " + Report.label(situation));
      screen.line("     the agent says: " + shop.deliver(situation.event()));
    }
  }

  /** What a killed process had begun is "in progress" until its lease has run out. */
  private void awaitQuiet() throws IOException, InterruptedException {
    for (int look = 0; look < LOOKS && !list("PROCESSING").isEmpty(); look++) {
      Thread.sleep(500);
    }
  }

  private void settle(JsonNode doubt, Situation situation, World world) throws Exception {
    String operation = doubt.path("operation").asText();
    List<String> receipts = world.receipts(situation.tool(), situation.order());
    if (receipts.isEmpty()) {
      screen.line("  order %s: not in the provider's book".formatted(situation.order()));
      operate("settle", operation, "--not-applied", "--reason", "not in the book");
    } else {
      String receipt = receipts.get(0);
      screen.line("  order %s: in the provider's book as %s".formatted(situation.order(), receipt));
      operate("settle", operation, "--applied", receipt, "--reason", "found in the book");
    }
  }

  private String operate(String... command) throws IOException, InterruptedException {
    screen.command("sidegate " + String.join(" ", command));
    return gate.operate(command);
  }

  private JsonNode list(String state) throws IOException, InterruptedException {
    return new ObjectMapper().readTree(gate.operate("list", "--state", state, "--json"));
  }

  /** A key names its order: {@code refund:1001:1}. */
  private static Situation situation(JsonNode doubt, List<Situation> situations) {
    String order = doubt.path("key").asText().split(":", 3)[1];
    return situations.stream()
        .filter(situation -> situation.order().equals(order))
        .findFirst()
        .orElseThrow();
  }
}
