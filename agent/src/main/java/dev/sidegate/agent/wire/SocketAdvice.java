package dev.sidegate.agent.wire;

import net.bytebuddy.asm.Advice;

/** Inlined into where the JDK connects a socket, writes to one, or starts a process. */
final class SocketAdvice {
  private SocketAdvice() {}

  @Advice.OnMethodEnter
  static void enter(@Advice.Origin("#t.#m") String where) throws Throwable {
    Throwable refused = (Throwable) SidegateDoor.door.apply("wire.socket", new Object[] {where});
    if (refused != null) {
      throw refused;
    }
  }
}
