package dev.sidegate.agent.framework;

import java.lang.invoke.MethodHandles;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.jspecify.annotations.Nullable;

/**
 * Inlined around the places of {@link FrameworkClasses}: the door hears that the method begins, and
 * may say something else than it returned or threw.
 */
final class FrameAdvice {
  private FrameAdvice() {}

  @Advice.OnMethodEnter
  static @Nullable Object enter(
      @Advice.Origin("#m") String method,
      @Advice.This(optional = true) @Nullable Object self,
      @Advice.AllArguments Object[] arguments) {
    return SidegateDoor.door.apply(
        "framework.begin", new Object[] {MethodHandles.lookup(), method, self, arguments});
  }

  @Advice.OnMethodExit(onThrowable = Throwable.class, backupArguments = false)
  static void exit(
      @Advice.Enter @Nullable Object frame,
      @Advice.Return(readOnly = false, typing = Assigner.Typing.DYNAMIC) @Nullable Object result,
      @Advice.Thrown(readOnly = false) @Nullable Throwable thrown) {
    if (frame != null) {
      Object[] given =
          (Object[]) SidegateDoor.door.apply("framework.end", new Object[] {frame, result, thrown});
      thrown = (Throwable) given[1];
      if (thrown == null) {
        result = given[0];
      }
    }
  }
}
