package dev.sidegate.quickstart.day;

/**
 * One fault of the day.
 *
 * @param number the fault's number; several tools may suffer the same fault
 * @param fault what goes wrong
 * @param wished how often it ought to be done, whatever happens
 * @param event what the shop asks for; each situation has an order of its own
 */
record Situation(int number, String fault, Tool tool, int wished, Event event, Plot plot) {

  /** How it happens, on the wire between the agent and the tool's provider. */
  interface Plot {
    void play(Shop shop, Wire wire, Event event) throws Exception;
  }

  void play(Shop shop) throws Exception {
    plot.play(shop, shop.world().wireTo(tool), event);
  }

  String order() {
    return event.order();
  }
}
