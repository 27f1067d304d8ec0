package dev.sidegate.agent.wire;

import net.bytebuddy.asm.Advice;

/** Inlined into where Apache's client gives an answer the entity that its caller will read. */
final class ApacheEntityAdvice {
  private ApacheEntityAdvice() {}

  @Advice.OnMethodExit
  static void exit(@Advice.Argument(0) Object response) {
    Object unused = SidegateDoor.door.apply("wire.entity", new Object[] {response});
  }
}
