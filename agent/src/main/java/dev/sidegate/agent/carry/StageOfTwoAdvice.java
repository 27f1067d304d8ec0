package dev.sidegate.agent.carry;

import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.jspecify.annotations.Nullable;

/** Inlined into where {@code CompletableFuture} takes a function as its third argument. */
final class StageOfTwoAdvice {
  private StageOfTwoAdvice() {}

  @Advice.OnMethodEnter
  static void enter(
      @Advice.Origin("#m") String method,
      @Advice.Argument(value = 2, readOnly = false, typing = Assigner.Typing.DYNAMIC)
          @Nullable Object function) {
    function = SidegateDoor.door.apply("carry.stage", new Object[] {function, method});
  }

  @Advice.OnMethodExit(backupArguments = false)
  static void exit(
      @Advice.Argument(value = 2, typing = Assigner.Typing.DYNAMIC) @Nullable Object function,
      @Advice.Return(typing = Assigner.Typing.DYNAMIC) @Nullable Object stage) {
    Object unused = SidegateDoor.door.apply("carry.staged", new Object[] {function, stage});
  }
}
