package dev.sidegate.agent.wire;

import java.util.concurrent.CompletableFuture;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/**
 * Inlined into {@code Stream.sendHeadersAsync()}, the same moment for HTTP/2. Its callers await
 * failures in the future, so the future carries them.
 */
final class Http2LeavingAdvice {
  private Http2LeavingAdvice() {}

  @Advice.OnMethodEnter(skipOn = Throwable.class)
  static @Nullable Throwable enter(@Advice.FieldValue("request") Object request) {
    return (Throwable) SidegateDoor.door.apply("wire.leaving", new Object[] {request});
  }

  @Advice.OnMethodExit
  static void exit(
      @Advice.Enter @Nullable Throwable ended,
      @Advice.Return(readOnly = false) CompletableFuture<?> sent) {
    if (ended != null) {
      sent = CompletableFuture.failedFuture(ended);
    }
  }
}
