package dev.sidegate.operator.killswitch;

import dev.sidegate.engine.store.SwitchTarget;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What is stopped or resumed. */
@Command
final class TargetOptions {
  @Option(names = "--effect", paramLabel = "E", description = "Only this effect. Default: all.")
  private @Nullable String effect;

  @Option(names = "--scope", paramLabel = "S", description = "Only this scope. Default: all.")
  private @Nullable String scope;

  SwitchTarget target() {
    return new SwitchTarget(
        effect == null ? SwitchTarget.EVERY : effect, scope == null ? SwitchTarget.EVERY : scope);
  }

  /** For people. */
  static String shown(SwitchTarget target) {
    String effect =
        target.effect().equals(SwitchTarget.EVERY) ? "every effect" : "effect " + target.effect();
    return target.scope().equals(SwitchTarget.EVERY)
        ? effect
        : effect + " in scope '" + target.scope() + "'";
  }
}
