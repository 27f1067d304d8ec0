package dev.sidegate.engine.door;

import dev.sidegate.engine.gate.EffectSpec;
import dev.sidegate.engine.gate.ProviderLookup;
import dev.sidegate.engine.intent.Finding;
import dev.sidegate.engine.intent.Probe;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Asks by the lambda that a caller gave along with its wish. Lives as long as the call. */
final class LambdaLookup implements ProviderLookup {
  private final EffectSpec effect;
  private final String identity;
  private final Function<Object, @Nullable Object> lookup;
  private final LambdaCall call;

  LambdaLookup(
      EffectSpec effect,
      String identity,
      Function<Object, @Nullable Object> lookup,
      LambdaCall call) {
    this.effect = effect;
    this.identity = identity;
    this.lookup = lookup;
    this.call = call;
  }

  @Override
  public EffectSpec effect() {
    return effect;
  }

  @Override
  public String identity() {
    return identity;
  }

  @Override
  public Optional<Duration> settleDelay() {
    return Optional.empty();
  }

  @Override
  public boolean ready() {
    return true;
  }

  @Override
  public @Nullable Finding ask(Probe probe) {
    Object query;
    try {
      query = EffectQueries.of(probe, effect, lookup.getClass().getClassLoader());
    } catch (ClassNotFoundException unseen) {
      return new Finding.Undetermined("the lookup does not see dev.sidegate.EffectQuery");
    }
    return Reconciliations.finding(
        lookup.apply(query),
        effect,
        result ->
            result == null && !call.returnsNothing()
                ? null
                : call.encode(probe.key(), probe.payload().hash(), result));
  }
}
