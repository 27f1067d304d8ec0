package dev.sidegate.agent.weave;

import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;

/** Weaves classes of the application's libraries, in two steps. */
public final class LibraryWeaving {
  private final Instrumentation instrumentation;
  private final LibraryTransformer transformer;

  private LibraryWeaving(Instrumentation instrumentation, LibraryTransformer transformer) {
    this.instrumentation = instrumentation;
    this.transformer = transformer;
  }

  /** From now on they are woven as they are loaded. May be called inside a transformer. */
  public static LibraryWeaving begin(Instrumentation instrumentation, List<ClassPart> parts) {
    LibraryTransformer transformer = new LibraryTransformer(parts);
    instrumentation.addTransformer(transformer, true);
    return new LibraryWeaving(instrumentation, transformer);
  }

  /**
   * Weaves those that were loaded before. Not inside a transformer: the JVM does not transform what
   * a transformer's own thread asks for.
   */
  public void weaveLoaded() {
    List<Class<?>> loaded = new ArrayList<>();
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      if (transformer.knows(type)) {
        loaded.add(type);
      }
    }
    for (Class<?> type : loaded) {
      try {
        instrumentation.retransformClasses(type);
      } catch (Exception | LinkageError failure) {
        LibraryTransformer.say(type.getName(), failure.toString());
      }
    }
  }
}
