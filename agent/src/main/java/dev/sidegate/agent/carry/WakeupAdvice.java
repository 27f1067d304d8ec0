package dev.sidegate.agent.carry;

import net.bytebuddy.asm.Advice;

/** Inlined into {@code Selector.wakeup}: some event loop is given work. */
final class WakeupAdvice {
  private WakeupAdvice() {}

  @Advice.OnMethodEnter
  static void enter() throws Throwable {
    Throwable refusal =
        (Throwable) SidegateDoor.door.apply("carry.untied", new Object[] {"an event loop"});
    if (refusal != null) {
      throw refusal;
    }
  }
}
