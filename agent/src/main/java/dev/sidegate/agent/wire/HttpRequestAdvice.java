package dev.sidegate.agent.wire;

import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.jspecify.annotations.Nullable;

/**
 * Inlined into {@code send} and {@code sendAsync} of the JDK's {@code HttpClient}, in the caller's
 * thread, which still knows its attempt: the request becomes one that is tied to it. What the
 * client itself hands to other threads meanwhile is its own affair.
 */
final class HttpRequestAdvice {
  private HttpRequestAdvice() {}

  @Advice.OnMethodEnter
  static @Nullable Object enter(
      @Advice.Argument(value = 0, readOnly = false, typing = Assigner.Typing.DYNAMIC)
          @Nullable Object request) {
    request = SidegateDoor.door.apply("wire.request", new Object[] {request});
    return SidegateDoor.door.apply("carry.pause", new Object[] {"the client"});
  }

  @Advice.OnMethodExit(onThrowable = Throwable.class, backupArguments = false)
  static void exit(
      @Advice.Enter @Nullable Object paused,
      @Advice.Argument(value = 0, typing = Assigner.Typing.DYNAMIC) @Nullable Object request,
      @Advice.Return(typing = Assigner.Typing.DYNAMIC) @Nullable Object result) {
    if (paused != null) {
      Object unused = SidegateDoor.door.apply("wire.returned", new Object[] {request, result});
      Object unusedToo = SidegateDoor.door.apply("carry.resume", new Object[] {paused});
    }
  }
}
