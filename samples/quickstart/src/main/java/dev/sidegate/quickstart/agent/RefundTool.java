package dev.sidegate.quickstart.agent;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.sidegate.SideEffect;
import java.io.IOException;
import java.net.URI;
import java.util.Map;

/** Pays money back, through the payment provider's HTTP interface. */
public final class RefundTool {
  private final ProviderClient payments;

  public RefundTool(URI payments) {
    this.payments = new ProviderClient(payments);
  }

  /** One refund has one number within its order; the amount is what the payload hash protects. */
  @Tool("Refunds money to the customer of an order")
  @SideEffect(key = "refund:{orderId}:{refundNumber}")
  @SuppressWarnings("SG103") // a lost answer waits for the person on call
  public String refund(
      @P("id of the order") String orderId,
      @P("number of the refund within the order, from 1") int refundNumber,
      @P("amount in cents") long cents)
      throws IOException, InterruptedException {
    String receipt =
        payments.post(Map.of("order", orderId, "number", refundNumber, "cents", cents));
    return "Refunded %d cents of order %s, receipt %s.".formatted(cents, orderId, receipt);
  }
}
