package dev.sidegate.engine.store;

import dev.sidegate.engine.intent.SettleOutcome;
import dev.sidegate.engine.intent.SettleRequest;
import org.jspecify.annotations.Nullable;

/** Two settles of one intent are two attempts', or a repetition: the second sees the first's. */
final class SettleCoalescing implements Coalescing<SettleRequest, SettleOutcome> {
  @Override
  public Object subject(SettleRequest request) {
    return request.claim().operation();
  }

  @Override
  public @Nullable SettleOutcome follow(
      SettleRequest first, SettleOutcome answer, SettleRequest other) {
    return null;
  }
}
