package dev.sidegate.agent.wire;

import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.jspecify.annotations.Nullable;

/**
 * Inlined into {@code send} and {@code sendAsync} of the JDK's {@code HttpClient}, in the caller's
 * thread, which still knows its attempt: the request becomes one that is tied to it.
 */
final class HttpRequestAdvice {
  private HttpRequestAdvice() {}

  @Advice.OnMethodEnter
  static void enter(
      @Advice.Argument(value = 0, readOnly = false, typing = Assigner.Typing.DYNAMIC)
          @Nullable Object request) {
    request = SidegateDoor.door.apply("wire.request", new Object[] {request});
  }
}
