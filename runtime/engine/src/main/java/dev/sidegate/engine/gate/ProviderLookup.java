package dev.sidegate.engine.gate;

import dev.sidegate.engine.intent.Finding;
import dev.sidegate.engine.intent.Probe;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How the provider of one effect can be asked what became of an intent. */
public interface ProviderLookup {

  /** The effect. */
  EffectSpec effect();

  /** Who asks, as {@code method@version}. */
  String identity();

  /** How long after an attempt its answer is reliable; empty if the settings say. */
  Optional<Duration> settleDelay();

  /** Whether there is an object to ask with; a lookup without one cannot be asked. */
  boolean ready();

  /**
   * Asks, in this thread. Runs the application's own code, which may take any time and throw
   * anything.
   *
   * @return null if the application's code answered with null
   */
  @Nullable Finding ask(Probe probe);
}
