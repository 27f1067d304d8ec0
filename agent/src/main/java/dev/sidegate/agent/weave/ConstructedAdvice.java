package dev.sidegate.agent.weave;

import java.lang.invoke.MethodHandles;
import net.bytebuddy.asm.Advice;

/**
 * Inlined into the constructors of a guarded class: a call without a caller may run on the only
 * object that was ever built. An object of a subclass is reported too; who counts decides.
 */
final class ConstructedAdvice {
  private ConstructedAdvice() {}

  @Advice.OnMethodExit
  static void exit(@Advice.This Object object) {
    Object unused =
        SidegateDoor.door.apply(
            "target.constructed", new Object[] {MethodHandles.lookup(), object});
  }
}
