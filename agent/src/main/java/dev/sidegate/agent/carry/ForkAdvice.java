package dev.sidegate.agent.carry;

import net.bytebuddy.asm.Advice;

/** Inlined into {@code ForkJoinTask.fork}. */
final class ForkAdvice {
  private ForkAdvice() {}

  @Advice.OnMethodEnter
  static void enter(@Advice.This Object task) {
    Object unused = SidegateDoor.door.apply("carry.later", new Object[] {task});
  }
}
