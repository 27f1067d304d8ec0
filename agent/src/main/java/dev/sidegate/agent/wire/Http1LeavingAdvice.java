package dev.sidegate.agent.wire;

import net.bytebuddy.asm.Advice;

/**
 * Inlined into {@code Http1Request.headers()}, which the JDK's {@code HttpClient} calls when the
 * connection stands and before the first byte is written. What is thrown there fails the exchange
 * and closes the connection.
 */
final class Http1LeavingAdvice {
  private Http1LeavingAdvice() {}

  @Advice.OnMethodEnter
  static void enter(@Advice.FieldValue("request") Object request) throws Throwable {
    Throwable ended = (Throwable) SidegateDoor.door.apply("wire.leaving", new Object[] {request});
    if (ended != null) {
      throw ended;
    }
  }
}
