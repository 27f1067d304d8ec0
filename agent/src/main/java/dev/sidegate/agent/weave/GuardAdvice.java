package dev.sidegate.agent.weave;

import java.lang.invoke.MethodHandles;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.jspecify.annotations.Nullable;

/**
 * What is inlined around a guarded body. A template: it never runs where it stands, so it may touch
 * nothing but {@code java.*} and the door.
 *
 * <p>There is no {@code suppress} on either side (law 1). Whatever goes wrong on enter reaches the
 * caller and the body does not run; whatever goes wrong on exit reaches the caller and the lease
 * turns the attempt into doubt. {@code AdviceLinterTest} keeps it so.
 */
final class GuardAdvice {
  private GuardAdvice() {}

  /** Asks to enter. An {@code Object[]} is the answer itself, and the body is skipped. */
  @Advice.OnMethodEnter(skipOn = Object[].class)
  static Object enter(
      @Advice.Origin("#m") String method,
      @Advice.Origin("#d") String descriptor,
      @Advice.This(optional = true) @Nullable Object target,
      @Advice.AllArguments Object[] arguments) {
    Object token =
        SidegateDoor.door.apply(
            "enter", new Object[] {MethodHandles.lookup(), method, descriptor, target, arguments});
    if (token == null) {
      throw new IllegalStateException("Sidegate gave neither a claim nor an answer; nothing ran");
    }
    return token;
  }

  /** Settles, and gives the caller what the settling says. */
  @Advice.OnMethodExit(onThrowable = Throwable.class, backupArguments = false)
  static void exit(
      @Advice.Enter Object token,
      @Advice.Return(readOnly = false, typing = Assigner.Typing.DYNAMIC) @Nullable Object result,
      @Advice.Thrown(readOnly = false) @Nullable Throwable thrown) {
    if (token instanceof Object[] answer) {
      result = answer[0];
    } else {
      Object[] given =
          (Object[]) SidegateDoor.door.apply("exit", new Object[] {token, result, thrown});
      thrown = (Throwable) given[1];
      if (thrown == null) {
        result = given[0];
      }
    }
  }
}
