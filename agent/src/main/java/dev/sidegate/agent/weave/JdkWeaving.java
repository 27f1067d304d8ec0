package dev.sidegate.agent.weave;

import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Weaves classes of the JDK, those that are loaded already among them. */
public final class JdkWeaving {
  private final JdkTransformer transformer;

  private JdkWeaving(JdkTransformer transformer) {
    this.transformer = transformer;
  }

  /**
   * Weaves them, now or when they are loaded. To be called once, and not from a transformer: the
   * JVM does not transform what a transformer's own thread asks for.
   *
   * @param opened packages that the agent has to reach into, by their module's name
   */
  public static JdkWeaving weave(
      Instrumentation instrumentation, List<ClassPart> parts, Map<String, String> opened) {
    Set<Module> own = Set.of(JdkWeaving.class.getModule());
    opened.forEach(
        (module, packageName) ->
            ModuleLayer.boot()
                .findModule(module)
                .ifPresent(
                    present ->
                        instrumentation.redefineModule(
                            present,
                            Set.of(),
                            Map.of(),
                            Map.of(packageName, own),
                            Set.of(),
                            Map.of())));
    JdkTransformer transformer = new JdkTransformer(parts);
    instrumentation.addTransformer(transformer, true);
    List<Class<?>> loaded = new ArrayList<>();
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      if (transformer.knows(type.getName())
          && (type.getClassLoader() == null
              || type.getClassLoader() == ClassLoader.getPlatformClassLoader())) {
        loaded.add(type);
      }
    }
    retransform(instrumentation, transformer, loaded);
    return new JdkWeaving(transformer);
  }

  private static void retransform(
      Instrumentation instrumentation, JdkTransformer transformer, List<Class<?>> loaded) {
    if (loaded.isEmpty()) {
      return;
    }
    try {
      instrumentation.retransformClasses(loaded.toArray(new Class<?>[0]));
    } catch (Exception | LinkageError oneOfThem) {
      for (Class<?> type : loaded) {
        try {
          instrumentation.retransformClasses(type);
        } catch (Exception | LinkageError failure) {
          transformer.fail(type.getName(), failure);
        }
      }
    }
  }

  /** Whether everything that was loaded so far is woven. */
  public boolean isWhole() {
    return !transformer.failed();
  }
}
