package dev.sidegate.agent.carry;

import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.jspecify.annotations.Nullable;

/** Inlined into where {@code ForkJoinPool} takes a task as its second argument. */
final class PooledSecondAdvice {
  private PooledSecondAdvice() {}

  @Advice.OnMethodEnter
  static void enter(
      @Advice.This Object pool,
      @Advice.Argument(value = 1, typing = Assigner.Typing.DYNAMIC) @Nullable Object task) {
    Object unused = SidegateDoor.door.apply("carry.pooled", new Object[] {task, pool});
  }
}
