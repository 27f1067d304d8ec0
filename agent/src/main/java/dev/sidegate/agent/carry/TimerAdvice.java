package dev.sidegate.agent.carry;

import net.bytebuddy.asm.Advice;

/** Inlined into {@code java.util.Timer.sched}: its thread runs tasks of everybody. */
final class TimerAdvice {
  private TimerAdvice() {}

  @Advice.OnMethodEnter
  static void enter() throws Throwable {
    Throwable refusal =
        (Throwable)
            SidegateDoor.door.apply("carry.untied", new Object[] {"a task of java.util.Timer"});
    if (refusal != null) {
      throw refusal;
    }
  }
}
