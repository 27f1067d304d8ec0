package dev.sidegate.quickstart.day;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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
    screen.heading("In the evening, on call (sidegate: java -jar sidegate.jar)");
    Map<String, String> doubts = doubts();
    screen.line(operate("list", "--state", "UNKNOWN").indent(4).stripTrailing());
    List<Situation> doubtful =
        situations.stream().filter(situation -> doubts.containsKey(situation.order())).toList();
    for (Situation situation : doubtful) {
      String operation = doubts.getOrDefault(situation.order(), "");
      settle(
          operation, situation.order(), shop.world().receipts(situation.tool(), situation.order()));
    }
    screen.heading("The shop delivers these events once more");
    for (Situation situation : doubtful) {
      screen.begin(Report.label(situation));
      screen.end(Screen.firstSentence(shop.deliver(situation.event())));
    }
  }

  /** The operations in doubt, by order; what a killed process began is so once its lease ends. */
  private Map<String, String> doubts() throws IOException, InterruptedException {
    for (int look = 1; ; look++) {
      JsonNode all = new ObjectMapper().readTree(gate.operate("list", "--json"));
      if (look == LOOKS || all.findValuesAsText("state").stream().noneMatch("PROCESSING"::equals)) {
        return doubts(all);
      }
      Thread.sleep(500);
    }
  }

  private static Map<String, String> doubts(JsonNode all) {
    Map<String, String> operations = new TreeMap<>();
    for (JsonNode intent : all) {
      if (intent.path("state").asText().equals("UNKNOWN")) {
        String order = intent.path("key").asText().split(":", 3)[1]; // of refund:1001:1
        operations.put(order, intent.path("operation").asText());
      }
    }
    return operations;
  }

  private void settle(String operation, String order, List<String> receipts)
      throws IOException, InterruptedException {
    if (receipts.isEmpty()) {
      screen.line("  Order %s is not in the provider's book.".formatted(order));
      operate("settle", operation, "--not-applied", "--reason", "not in the book");
    } else {
      screen.line("  Order %s is in the provider's book: %s".formatted(order, receipts.get(0)));
      operate("settle", operation, "--applied", receipts.get(0), "--reason", "in the book");
    }
  }

  private String operate(String... command) throws IOException, InterruptedException {
    screen.command("sidegate", command);
    return gate.operate(command);
  }
}
