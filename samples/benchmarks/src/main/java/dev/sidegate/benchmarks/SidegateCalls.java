package dev.sidegate.benchmarks;

import dev.sidegate.EffectCall;
import dev.sidegate.Sidegate;
import dev.sidegate.engine.Engine;
import java.util.Map;

/** A guarded call through the public entry, without weaving. */
final class SidegateCalls implements Contender {
  private final Engine engine;

  SidegateCalls(GuardedDatabase database) {
    engine = Engine.install(database.settings());
  }

  @Override
  public String name() {
    return "Sidegate";
  }

  @Override
  public void call(long number) throws Exception {
    guarded(number).call(() -> Body.run(number));
  }

  /** The same key again: answered, not run. */
  void replay(long number) throws Exception {
    guarded(number)
        .call(
            () -> {
              throw new IllegalStateException("ran again: " + number);
            });
  }

  private static EffectCall<String> guarded(long number) {
    return Sidegate.effect("bench")
        .key("bench:{}", number)
        .payload(Map.of("order", number, "amount", "12.50"))
        .returning(String.class);
  }

  @Override
  public void close() {
    engine.close();
  }
}
