package dev.sidegate.agent.wire;

import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.jspecify.annotations.Nullable;

/**
 * Inlined into where a client of the application writes the head of a request: its connection
 * stands, and no byte of it has left. Another request may be written in its place.
 */
final class SendingAdvice {
  private SendingAdvice() {}

  @Advice.OnMethodEnter
  static void enter(
      @Advice.This Object exchange,
      @Advice.Argument(value = 0, readOnly = false, typing = Assigner.Typing.DYNAMIC)
          @Nullable Object request)
      throws Throwable {
    Object given = SidegateDoor.door.apply("wire.sending", new Object[] {request, exchange});
    if (given instanceof Throwable refused) {
      throw refused;
    }
    request = given;
  }
}
