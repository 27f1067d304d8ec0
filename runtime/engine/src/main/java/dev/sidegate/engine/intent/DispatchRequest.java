package dev.sidegate.engine.intent;

import java.util.List;
import java.util.UUID;

/**
 * Asks for the right to run one attempt of each of some queued intents.
 *
 * @param wanted which, each under a token of its own
 * @param effects what this process knows of their effects
 * @param watched whether the wire's lease check covers everything that this JVM's attempts send
 */
public record DispatchRequest(List<Wanted> wanted, List<Dispatchable> effects, boolean watched) {
  /** Copies the lists. */
  public DispatchRequest {
    wanted = List.copyOf(wanted);
    effects = List.copyOf(effects);
  }

  /**
   * One of them.
   *
   * @param operation the intent
   * @param effect its effect
   * @param owner the attempt's token
   */
  public record Wanted(UUID operation, String effect, LeaseOwner owner) {}
}
