package dev.sidegate.agent.wire;

import net.bytebuddy.asm.Advice;

/** Inlined into where something is handed on that leaves past all watched requests. */
final class UnwatchedAdvice {
  private UnwatchedAdvice() {}

  @Advice.OnMethodEnter
  static void enter(@Advice.Origin("#t.#m") String where) throws Throwable {
    Throwable refused = (Throwable) SidegateDoor.door.apply("wire.unwatched", new Object[] {where});
    if (refused != null) {
      throw refused;
    }
  }
}
