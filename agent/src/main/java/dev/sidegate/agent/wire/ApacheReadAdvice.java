package dev.sidegate.agent.wire;

import net.bytebuddy.asm.Advice;

/** Inlined into where Apache's client has met the end of an answer. */
final class ApacheReadAdvice {
  private ApacheReadAdvice() {}

  @Advice.OnMethodExit
  static void exit(@Advice.This Object entity) {
    Object unused = SidegateDoor.door.apply("wire.read", new Object[] {entity});
  }
}
