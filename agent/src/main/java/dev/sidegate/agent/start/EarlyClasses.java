package dev.sidegate.agent.start;

import dev.sidegate.agent.weave.WeavingRecord;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;

/**
 * Classes of the application that were defined before the transformer was registered: an AOT cache
 * loads them before premain, and so may another agent. They are transformed again; normally there
 * are none.
 */
final class EarlyClasses {
  private EarlyClasses() {}

  /**
   * Weaves those that carry guarded methods.
   *
   * @throws IllegalStateException if one of them cannot be transformed again
   */
  static void weave(Instrumentation instrumentation, WeavingRecord record) {
    List<Class<?>> early = new ArrayList<>();
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      if (isOfTheApplication(type) && instrumentation.isModifiableClass(type)) {
        early.add(type);
      }
    }
    if (early.isEmpty()) {
      return;
    }
    try {
      instrumentation.retransformClasses(early.toArray(new Class<?>[0]));
    } catch (Throwable oneOfThem) {
      oneByOne(instrumentation, early, record);
    }
  }

  private static void oneByOne(
      Instrumentation instrumentation, List<Class<?>> early, WeavingRecord record) {
    for (Class<?> type : early) {
      try {
        instrumentation.retransformClasses(type);
      } catch (Throwable failure) {
        if (record.refusals(type) != null) {
          throw new IllegalStateException(
              type.getName()
                  + " has guarded methods, was loaded before the agent, and cannot be woven now: "
                  + failure,
              failure);
        }
      }
    }
  }

  private static boolean isOfTheApplication(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    return loader != null
        && loader != ClassLoader.getPlatformClassLoader()
        && loader != EarlyClasses.class.getClassLoader()
        && !type.isArray()
        && !type.isHidden()
        && !type.getName().startsWith("dev.sidegate.agent.");
  }
}
