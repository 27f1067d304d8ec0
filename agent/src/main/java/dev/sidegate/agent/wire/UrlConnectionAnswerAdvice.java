package dev.sidegate.agent.wire;

import net.bytebuddy.asm.Advice;

/** Inlined into {@code parseHTTP} of {@code sun.net.www.http.HttpClient}, which reads an answer. */
final class UrlConnectionAnswerAdvice {
  private UrlConnectionAnswerAdvice() {}

  @Advice.OnMethodExit
  static void exit(@Advice.This Object connection, @Advice.Argument(0) Object head) {
    Object unused = SidegateDoor.door.apply("wire.answered.head", new Object[] {head, connection});
  }
}
