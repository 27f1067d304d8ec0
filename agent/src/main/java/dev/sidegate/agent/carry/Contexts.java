package dev.sidegate.agent.carry;

import dev.sidegate.engine.gate.CarriedContext;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The engine's side of what is carried, through the door. */
final class Contexts {
  private final BiFunction<String, @Nullable Object[], @Nullable Object> engine;

  Contexts(BiFunction<String, @Nullable Object[], @Nullable Object> engine) {
    this.engine = engine;
  }

  @Nullable CarriedContext capture() {
    return (CarriedContext) engine.apply("context.capture", new Object[0]);
  }

  @Nullable Object enter(CarriedContext context) {
    return engine.apply("context.enter", new Object[] {context});
  }

  void exit(@Nullable Object before) {
    Object unused = engine.apply("context.exit", new @Nullable Object[] {before});
  }
}
