package dev.sidegate.agent.wire;

import net.bytebuddy.asm.Advice;

/** Inlined into {@code plainConnect} of {@code HttpURLConnection}, before there is a connection. */
final class UrlConnectingAdvice {
  private UrlConnectingAdvice() {}

  @Advice.OnMethodEnter
  static void enter(@Advice.This Object connection) {
    Object unused = SidegateDoor.door.apply("wire.connecting", new Object[] {connection});
  }
}
