package dev.sidegate.agent.wire;

import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.jspecify.annotations.Nullable;

/** Inlined into where a client of the application has read the head of an answer, or could not. */
final class ReceivedAdvice {
  private ReceivedAdvice() {}

  @Advice.OnMethodExit(onThrowable = Throwable.class)
  static void exit(
      @Advice.This Object exchange,
      @Advice.Return(typing = Assigner.Typing.DYNAMIC) @Nullable Object response) {
    Object unused = SidegateDoor.door.apply("wire.received", new Object[] {exchange, response});
  }
}
