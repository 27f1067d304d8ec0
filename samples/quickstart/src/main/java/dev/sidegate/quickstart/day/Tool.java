package dev.sidegate.quickstart.day;

import java.util.Locale;

/** The tools of the agent, and what the outside world calls what they do. */
enum Tool {
  MAIL("order-confirmation"),
  APOLOGY("apology"),
  TICKET("ticket"),
  REFUND("refund");

  /** The effect in the tool's key. */
  final String effect;

  Tool(String effect) {
    this.effect = effect;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
