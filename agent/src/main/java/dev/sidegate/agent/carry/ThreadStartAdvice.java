package dev.sidegate.agent.carry;

import net.bytebuddy.asm.Advice;

/** Inlined into {@code start} of threads of both kinds. */
final class ThreadStartAdvice {
  private ThreadStartAdvice() {}

  @Advice.OnMethodEnter
  static void enter(@Advice.This Object thread) {
    Object unused = SidegateDoor.door.apply("carry.start", new Object[] {thread});
  }
}
