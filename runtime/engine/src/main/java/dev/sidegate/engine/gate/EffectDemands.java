package dev.sidegate.engine.gate;

import dev.sidegate.engine.approval.Declared;
import java.util.List;
import java.util.Optional;

/**
 * What the code says of when an effect runs, and by whose leave.
 *
 * @param approval the yes that it demands; empty if none
 * @param irreversible whether it cannot be taken back
 * @param queued whether it runs from the queue, never in its caller's thread
 * @param obstacle why it cannot run later, without its caller; empty if it can
 * @param parameters the parameters' names, by position
 */
public record EffectDemands(
    Optional<Declared> approval,
    boolean irreversible,
    boolean queued,
    Optional<String> obstacle,
    List<String> parameters) {
  /** Copies the names. */
  public EffectDemands {
    parameters = List.copyOf(parameters);
  }

  /** Nothing but the arguments: it runs in its caller's thread, and may be made to run later. */
  public static final EffectDemands NONE =
      new EffectDemands(Optional.empty(), false, false, Optional.empty(), List.of());

  /** A lambda: it runs in its caller's thread or not at all. */
  public static final EffectDemands LAMBDA =
      new EffectDemands(
          Optional.empty(),
          false,
          false,
          Optional.of("a lambda cannot run later; make it an annotated method"),
          List.of());
}
