package dev.sidegate.agent.wire;

import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.jspecify.annotations.Nullable;

/** Inlined into {@code HttpRequestImpl.getUserHeaders}, which is what is written. */
final class HttpHeadersAdvice {
  private HttpHeadersAdvice() {}

  @Advice.OnMethodExit
  static void exit(
      @Advice.This Object request,
      @Advice.Return(readOnly = false, typing = Assigner.Typing.DYNAMIC) @Nullable Object headers) {
    headers = SidegateDoor.door.apply("wire.headers", new Object[] {headers, request});
  }
}
