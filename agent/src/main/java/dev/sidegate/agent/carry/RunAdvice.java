package dev.sidegate.agent.carry;

import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/** Inlined into where a remembered task runs. */
final class RunAdvice {
  private RunAdvice() {}

  @Advice.OnMethodEnter
  static @Nullable Object enter(@Advice.This Object task) {
    return SidegateDoor.door.apply("carry.begin", new Object[] {task});
  }

  @Advice.OnMethodExit(onThrowable = Throwable.class)
  static void exit(@Advice.Enter @Nullable Object run) {
    if (run != null) {
      Object unused = SidegateDoor.door.apply("carry.end", new Object[] {run});
    }
  }
}
