package dev.sidegate.engine.approval;

import dev.sidegate.ApprovalRule;
import java.lang.invoke.MethodHandles;
import java.util.Map;
import java.util.Objects;

/** What an application guards. {@link Sidegate_PayoutTool} is what its build would generate. */
final class PayoutTool {
  static MethodHandles.Lookup lookup() {
    return MethodHandles.lookup();
  }

  /** Lets pass what costs little; fails on what is free. */
  public static final class Small implements ApprovalRule {
    /** Made by the engine. */
    public Small() {}

    @Override
    public boolean passes(Map<String, Object> arguments) {
      long cents = (Long) Objects.requireNonNull(arguments.get("cents"));
      return 100 / cents >= 1;
    }
  }
}
