package dev.sidegate.agent.wire;

import net.bytebuddy.asm.Advice;

/**
 * Inlined into {@code writeRequests} of {@code sun.net.www.http.HttpClient}, where every request of
 * {@code HttpURLConnection} is written, its own silent second tries among them.
 */
final class UrlConnectionLeavingAdvice {
  private UrlConnectionLeavingAdvice() {}

  @Advice.OnMethodEnter
  static void enter(@Advice.This Object connection, @Advice.Argument(0) Object head)
      throws Throwable {
    Throwable refused =
        (Throwable) SidegateDoor.door.apply("wire.leaving.head", new Object[] {head, connection});
    if (refused != null) {
      throw refused;
    }
  }
}
