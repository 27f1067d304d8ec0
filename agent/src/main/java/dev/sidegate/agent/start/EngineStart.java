package dev.sidegate.agent.start;

import dev.sidegate.agent.wire.WatchedClients;
import dev.sidegate.engine.Engine;
import dev.sidegate.engine.door.Weaving;
import dev.sidegate.engine.settings.Settings;
import dev.sidegate.engine.target.Targets;
import java.lang.instrument.Instrumentation;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Starts the engine of this JVM, and first puts the watch on the clients that it has. */
final class EngineStart
    implements Callable<BiFunction<String, @Nullable Object[], @Nullable Object>> {
  private final Instrumentation instrumentation;
  private final Weaving weaving;
  private boolean watched;

  EngineStart(Instrumentation instrumentation, Weaving weaving) {
    this.instrumentation = instrumentation;
    this.weaving = weaving;
  }

  @Override
  public BiFunction<String, @Nullable Object[], @Nullable Object> call() {
    if (!watched) {
      WatchedClients.watch(instrumentation);
      watched = true;
    }
    return Engine.start(Settings.load(), weaving, new Targets()).door();
  }
}
