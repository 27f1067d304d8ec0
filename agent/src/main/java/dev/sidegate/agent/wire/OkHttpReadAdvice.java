package dev.sidegate.agent.wire;

import net.bytebuddy.asm.Advice;

/**
 * Inlined into OkHttp's {@code Exchange.bodyComplete}, which hears of every body's end: its last
 * arguments are whether the response is done, whether the request is, and a failure or null.
 */
final class OkHttpReadAdvice {
  private OkHttpReadAdvice() {}

  @Advice.OnMethodEnter
  static void enter(@Advice.This Object exchange, @Advice.AllArguments Object[] arguments) {
    if (Boolean.TRUE.equals(arguments[arguments.length - 3])
        && arguments[arguments.length - 1] == null) {
      Object unused = SidegateDoor.door.apply("wire.read", new Object[] {exchange});
    }
  }
}
