package dev.sidegate.agent.start;

import dev.sidegate.agent.start.AgentDoor.LazyTargets;
import dev.sidegate.engine.Engine;
import dev.sidegate.engine.door.Weaving;
import dev.sidegate.engine.settings.Settings;
import java.lang.instrument.Instrumentation;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Starts the engine of this JVM, and first weaves the JDK's clients and executors. */
final class EngineStart
    implements Callable<BiFunction<String, @Nullable Object[], @Nullable Object>> {
  private final Instrumentation instrumentation;
  private final Weaving weaving;
  private final WovenJdk jdk;
  private final LazyTargets targets;
  private boolean woven;

  EngineStart(Instrumentation instrumentation, Weaving weaving, WovenJdk jdk, LazyTargets targets) {
    this.instrumentation = instrumentation;
    this.weaving = weaving;
    this.jdk = jdk;
    this.targets = targets;
  }

  @Override
  public BiFunction<String, @Nullable Object[], @Nullable Object> call() {
    if (!woven) {
      jdk.weave(instrumentation);
      woven = true;
    }
    BiFunction<String, @Nullable Object[], @Nullable Object> door =
        Engine.start(Settings.load(), weaving, targets.get()).door();
    jdk.answerFrom(door);
    return door;
  }
}
