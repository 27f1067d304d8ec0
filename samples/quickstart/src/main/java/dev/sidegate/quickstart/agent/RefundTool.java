package dev.sidegate.quickstart.agent;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.sidegate.Reconciles;
import dev.sidegate.Reconciliation;
import dev.sidegate.SideEffect;
import java.io.IOException;
import java.net.URI;
import java.util.List;
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
  public String refund(
      @P("id of the order") String orderId,
      @P("number of the refund within the order, from 1") int refundNumber,
      @P("amount in cents") long cents)
      throws IOException, InterruptedException {
    String receipt =
        payments.post(Map.of("order", orderId, "number", refundNumber, "cents", cents));
    return told(orderId, cents, receipt);
  }

  /** After a lost answer: the provider is asked for this very refund. */
  @Reconciles("refund")
  Reconciliation find(String orderId, int refundNumber, long cents)
      throws IOException, InterruptedException {
    Map<String, ?> refund = Map.of("order", orderId, "number", refundNumber);
    List<String> anyAmount = payments.search(refund);
    List<String> thisAmount =
        payments.search(Map.of("order", orderId, "number", refundNumber, "cents", cents));
    if (anyAmount.isEmpty()) {
      return Reconciliation.notApplied();
    }
    return anyAmount.size() == 1 && anyAmount.equals(thisAmount)
        ? Reconciliation.applied(thisAmount.get(0), told(orderId, cents, thisAmount.get(0)))
        : Reconciliation.conflict("the provider has " + anyAmount.size() + " other refunds");
  }

  private static String told(String orderId, long cents, String receipt) {
    return "Refunded %d cents of order %s, receipt %s.".formatted(cents, orderId, receipt);
  }
}
