package dev.sidegate.quickstart.day;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The person on call, who also reads what the model wrote. Sidegate never guesses what became of a
 * lost answer: it asks the provider, where the tool says how. What nobody could be asked about is
 * in doubt in the evening; someone looks into the provider's own book, and tells Sidegate what he
 * saw. Then the shop delivers the events once more that were in doubt, or are known not to be done.
 */
final class OnCall implements Day.Evening {
  private static final int LOOKS = 20;

  /** What goes on by itself. */
  private static final Set<String> MOVING = Set.of("PROCESSING", "AUTHORIZED");

  /** Longer than from the start of a doubt to the end of its lookup. */
  private static final int LOOKUP_MILLIS = 2_000;

  private final Gate gate;
  private final Screen screen;

  OnCall(Gate gate, Screen screen) {
    this.gate = gate;
    this.screen = screen;
  }

  @Override
  public void come(Shop shop, List<Situation> situations) throws Exception {
    screen.heading("In the evening, on call (sidegate: java -jar sidegate.jar)");
    screen.line(operate("list", "--state", "AWAITING_HUMAN").indent(4).stripTrailing());
    Map<String, String> questions = inState(open(), "AWAITING_HUMAN");
    for (Situation situation : about(situations, questions)) {
      decide(situation, questions.getOrDefault(situation.order(), ""));
    }
    JsonNode open = open();
    Map<String, String> doubts = inState(open, "UNKNOWN");
    Map<String, String> undone = inState(open, "FAILED_RETRYABLE");
    screen.line(operate("list", "--state", "UNKNOWN").indent(4).stripTrailing());
    for (Situation situation : about(situations, doubts)) {
      String operation = doubts.getOrDefault(situation.order(), "");
      settle(
          operation, situation.order(), shop.world().receipts(situation.tool(), situation.order()));
    }
    screen.heading("The shop delivers these events once more");
    List<Situation> again =
        situations.stream()
            .filter(
                situation ->
                    doubts.containsKey(situation.order())
                        || undone.containsKey(situation.order())
                        || questions.containsKey(situation.order()))
            .toList();
    for (Situation situation : again) {
      screen.begin(Report.label(situation));
      screen.end(Screen.firstSentence(shop.deliver(situation.event())));
    }
  }

  /**
   * What is not finished, once nothing moves by itself any more: what a killed process began is in
   * doubt when its lease ends, and the lookups have had their time.
   */
  private JsonNode open() throws IOException, InterruptedException {
    JsonNode before = new ObjectMapper().createArrayNode();
    for (int look = 1; ; look++) {
      JsonNode all = new ObjectMapper().readTree(gate.operate("list", "--json"));
      boolean running = all.findValuesAsText("state").stream().anyMatch(MOVING::contains);
      if (look == LOOKS || (!running && all.equals(before))) {
        return all;
      }
      before = all;
      Thread.sleep(LOOKUP_MILLIS);
    }
  }

  private static Map<String, String> inState(JsonNode all, String state) {
    Map<String, String> operations = new TreeMap<>();
    for (JsonNode intent : all) {
      if (intent.path("state").asText().equals(state)) {
        String order = intent.path("key").asText().split(":", 3)[1]; // of refund:1001:1
        operations.put(order, intent.path("operation").asText());
      }
    }
    return operations;
  }

  private static List<Situation> about(List<Situation> situations, Map<String, String> operations) {
    return situations.stream()
        .filter(situation -> operations.containsKey(situation.order()))
        .toList();
  }

  /** Reads the card, and says yes or no. What is approved goes out by itself. */
  private void decide(Situation situation, String operation)
      throws IOException, InterruptedException {
    String card =
        situation.wished() > 0
            ? operate("approve", operation, "--reason", "well said")
            : operate("reject", operation, "--reason", "it arrived yesterday");
    screen.line(card.indent(4).stripTrailing());
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
