package dev.sidegate.agent.wire;

import dev.sidegate.agent.log.StandardError;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Puts the watch on the JDK's clients, those that are loaded already among them. */
public final class WatchedClients {
  private WatchedClients() {}

  /**
   * Weaves them, now or when they are loaded. To be called once, and not from a transformer: the
   * JVM does not transform what a transformer's own thread asks for.
   */
  public static void watch(Instrumentation instrumentation) {
    instrumentation.redefineModule(
        Object.class.getModule(),
        Set.of(),
        Map.of("sun.net.www", Set.of(WatchedClients.class.getModule())),
        Map.of(),
        Set.of(),
        Map.of());
    instrumentation.addTransformer(new WireTransformer(), true);
    List<Class<?>> loaded = new ArrayList<>();
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      if (WireTransformer.watched().contains(type.getName())
          && (type.getClassLoader() == null
              || type.getClassLoader() == ClassLoader.getPlatformClassLoader())) {
        loaded.add(type);
      }
    }
    for (Class<?> type : loaded) {
      try {
        instrumentation.retransformClasses(type);
      } catch (Exception | LinkageError failure) {
        StandardError.line(
            type.getName() + " is not watched; its requests give no evidence: " + failure);
      }
    }
  }
}
