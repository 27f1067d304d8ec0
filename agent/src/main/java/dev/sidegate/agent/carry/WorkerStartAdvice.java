package dev.sidegate.agent.carry;

import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/**
 * Inlined into {@code ThreadPoolExecutor.addWorker}: a worker outlives the task that it is started
 * for, and must not know for ever what that one's giver knew.
 */
final class WorkerStartAdvice {
  private WorkerStartAdvice() {}

  @Advice.OnMethodEnter
  static @Nullable Object enter(@Advice.This Object pool) {
    return SidegateDoor.door.apply("carry.pause", new Object[] {pool});
  }

  @Advice.OnMethodExit(onThrowable = Throwable.class)
  static void exit(@Advice.Enter @Nullable Object paused) {
    if (paused != null) {
      Object unused = SidegateDoor.door.apply("carry.resume", new Object[] {paused});
    }
  }
}
