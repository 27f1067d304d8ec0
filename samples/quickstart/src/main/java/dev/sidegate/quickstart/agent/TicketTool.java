package dev.sidegate.quickstart.agent;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.sidegate.FreeText;
import dev.sidegate.SideEffect;
import java.io.IOException;
import java.net.URI;
import java.util.Map;

/** Opens tickets, through the help desk's HTTP interface. */
public final class TicketTool {
  private final ProviderClient helpDesk;

  public TicketTool(URI helpDesk) {
    this.helpDesk = new ProviderClient(helpDesk);
  }

  /**
   * A customer may complain about one order twice, so the event that caused the call belongs to the
   * key: {@code scope.trigger}. The summary is the model's own wording and differs every time.
   */
  @Tool("Opens a ticket for the people of the help desk")
  @SideEffect(key = "ticket:{orderId}:{scope.trigger}")
  @SuppressWarnings("SG103") // the help desk cannot be asked by the event: the person on call looks
  public String openTicket(
      @P("id of the order") String orderId,
      @P("what it is about, in one sentence") @FreeText String summary)
      throws IOException, InterruptedException {
    String receipt = helpDesk.post(Map.of("order", orderId, "summary", summary));
    return "Opened ticket %s for order %s.".formatted(receipt, orderId);
  }
}
