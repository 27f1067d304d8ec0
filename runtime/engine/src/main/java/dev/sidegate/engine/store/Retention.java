package dev.sidegate.engine.store;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What may be pruned: settled intents that nothing has happened to for so long.
 *
 * @param effect only this one; null for all, and then the chains of ended processes as well
 * @param byEffect how long what an effect left is kept
 * @param otherwise for all other effects, and for processes
 */
public record Retention(
    @Nullable String effect, Map<String, Duration> byEffect, Duration otherwise) {
  /** Copies the durations. */
  public Retention {
    byEffect = Map.copyOf(byEffect);
  }
}
