package dev.sidegate.agent.wire;

import java.lang.invoke.MethodHandles;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/**
 * Inlined around where a client of the application begins to send one request of it: once, whatever
 * it then tries on its own.
 */
final class ClientCallAdvice {
  private ClientCallAdvice() {}

  @Advice.OnMethodEnter
  static @Nullable Object enter(@Advice.AllArguments Object[] arguments) {
    return SidegateDoor.door.apply(
        "wire.call", new Object[] {arguments, MethodHandles.lookup().lookupClass()});
  }

  @Advice.OnMethodExit(onThrowable = Throwable.class)
  static void exit(@Advice.Enter @Nullable Object call) {
    if (call != null) {
      Object unused = SidegateDoor.door.apply("wire.called", new Object[] {call});
    }
  }
}
