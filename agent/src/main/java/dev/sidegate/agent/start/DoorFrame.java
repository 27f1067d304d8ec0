package dev.sidegate.agent.start;

import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.util.Collections;

/**
 * Defines {@code java.lang.SidegateDoor} into {@code java.base}, through the instrumentation's own
 * right to open a module. Only this loader's module gets to see {@code java.lang} opened; the
 * application's does not.
 */
final class DoorFrame {
  private static final String DOOR = "java/lang/SidegateDoor.class";

  private DoorFrame() {}

  static void define(Instrumentation instrumentation) throws Exception {
    instrumentation.redefineModule(
        Object.class.getModule(),
        Collections.emptySet(),
        Collections.emptyMap(),
        Collections.singletonMap("java.lang", Collections.singleton(DoorFrame.class.getModule())),
        Collections.emptySet(),
        Collections.emptyMap());
    try (InputStream door = DoorFrame.class.getClassLoader().getResourceAsStream(DOOR)) {
      if (door == null) {
        throw new IllegalStateException("the agent's jar lacks " + DOOR);
      }
      MethodHandles.privateLookupIn(Object.class, MethodHandles.lookup())
          .defineClass(door.readAllBytes());
    }
  }
}
