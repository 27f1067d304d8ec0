package dev.sidegate.engine.approval;

import java.util.Optional;

/**
 * Everything about an effect that may not be loosened without a person. A row in the database, with
 * a version: approvals are bound to it.
 *
 * @param approval the yes that it demands; empty if none
 * @param irreversible whether it cannot be taken back
 */
public record EffectPolicy(Optional<ApprovalPolicy> approval, boolean irreversible) {

  /** Nothing is demanded. */
  public static final EffectPolicy NONE = new EffectPolicy(Optional.empty(), false);

  /** Refuses a window for what cannot be taken back. */
  public EffectPolicy {
    if (irreversible && approval.flatMap(ApprovalPolicy::window).isPresent()) {
      throw new IllegalArgumentException(
          "what is irreversible has no cancel window: whoever withdraws it a moment later could"
              + " not");
    }
  }

  /**
   * The text that the database compares and keeps: JSON without blanks, names in order, durations
   * in milliseconds; empty if nothing is demanded.
   */
  public String canonical() {
    return approval
        .map(demand -> "{\"approval\":" + json(demand) + ",\"irreversible\":" + irreversible + "}")
        .orElse("");
  }

  private static String json(ApprovalPolicy demand) {
    StringBuilder json = new StringBuilder("{\"expiresIn\":").append(demand.expiresIn().toMillis());
    demand
        .fallback()
        .ifPresent(
            fallback ->
                json.append(",\"fallback\":{\"after\":")
                    .append(fallback.after().toMillis())
                    .append(",\"role\":\"")
                    .append(fallback.role())
                    .append("\"}"));
    json.append(",\"mode\":\"").append(demand.mode());
    json.append("\",\"needed\":").append(demand.needed());
    json.append(",\"role\":\"").append(demand.role()).append('"');
    demand
        .rule()
        .ifPresent(
            rule ->
                json.append(",\"rule\":{\"class\":\"")
                    .append(escaped(rule.type()))
                    .append("\",\"version\":")
                    .append(rule.version())
                    .append("},\"sample\":")
                    .append(rule.samplePpm()));
    demand.window().ifPresent(window -> json.append(",\"window\":").append(window.toMillis()));
    return json.append('}').toString();
  }

  /** A class name of another JVM language may hold anything. */
  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c > '~' || c == '"' || c == '\\') {
        escaped.append("\\u%04x".formatted((int) c));
      } else {
        escaped.append(c);
      }
    }
    return escaped.toString();
  }
}
