package dev.sidegate.agent.wire;

import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.jspecify.annotations.Nullable;

/** Inlined into {@code MultiExchange.responseFilters}, which sees the head of each answer. */
final class HttpAnswerAdvice {
  private HttpAnswerAdvice() {}

  @Advice.OnMethodEnter
  static void enter(
      @Advice.Argument(value = 0, typing = Assigner.Typing.DYNAMIC) @Nullable Object response) {
    Object unused = SidegateDoor.door.apply("wire.answered", new Object[] {response});
  }
}
