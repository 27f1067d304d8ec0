package dev.sidegate.quickstart.day;

/**
 * An event of the shop, sent to the agent as a webhook.
 *
 * @param id stays the same when the event is delivered again
 * @param body what the agent reads
 */
record Event(String id, String order, String body) {

  static Event orderPlaced(String order) {
    return event("order.placed", order, "\"revision\":1", "");
  }

  static Event orderLate(String order) {
    return event("order.late", order, "\"days\":3", "");
  }

  static Event customerComplained(String order) {
    return event("customer.complained", order, "\"mood\":\"patient\"", "");
  }

  static Event refundRequested(String order, long cents) {
    return event("refund.requested", order, "\"number\":1,\"cents\":" + cents, "_" + cents);
  }

  private static Event event(String type, String order, String facts, String version) {
    String body = "{\"type\":\"%s\",\"order\":\"%s\",%s}".formatted(type, order, facts);
    return new Event("evt_" + order + version, order, body);
  }
}
