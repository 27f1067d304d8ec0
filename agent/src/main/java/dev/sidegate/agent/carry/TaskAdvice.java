package dev.sidegate.agent.carry;

import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.jspecify.annotations.Nullable;

/** Inlined into {@code ThreadPoolExecutor.execute}: the task becomes one that carries. */
final class TaskAdvice {
  private TaskAdvice() {}

  @Advice.OnMethodEnter
  static void enter(
      @Advice.Argument(value = 0, readOnly = false, typing = Assigner.Typing.DYNAMIC)
          @Nullable Object task) {
    task = SidegateDoor.door.apply("carry.task", new Object[] {task});
  }
}
