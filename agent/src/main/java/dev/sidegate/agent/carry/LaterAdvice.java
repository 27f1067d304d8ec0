package dev.sidegate.agent.carry;

import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.jspecify.annotations.Nullable;

/** Inlined into where a scheduled executor takes a task. */
final class LaterAdvice {
  private LaterAdvice() {}

  @Advice.OnMethodEnter
  static void enter(
      @Advice.Argument(value = 0, typing = Assigner.Typing.DYNAMIC) @Nullable Object task) {
    Object unused = SidegateDoor.door.apply("carry.later", new Object[] {task});
  }
}
