package dev.sidegate.operator;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** How faults are told: what, how to mend it, and no stack trace for what was to be expected. */
final class Faults {
  private Faults() {}

  static int wrongUsage(ParameterException wrong, String[] arguments) {
    CommandLine command = wrong.getCommandLine();
    tell(command, String.valueOf(wrong.getMessage()), "");
    if (!UnmatchedArgumentException.printSuggestions(wrong, command.getErr())) {
      command.getErr().println();
      command.usage(command.getErr());
    }
    command.getErr().flush();
    return ExitCode.USAGE.code();
  }

  static int failed(Exception cause, CommandLine command, ParseResult parsed) {
    if (cause instanceof Fault fault) {
      tell(command, String.valueOf(fault.getMessage()), fault.remedy());
      trace(command, fault.getCause());
      return fault.exit().code();
    }
    tell(
        command,
        "This should not have happened: " + cause,
        "Run it again with --verbose and report what it prints.");
    trace(command, cause);
    return ExitCode.REFUSED.code();
  }

  private static void tell(CommandLine command, String what, String remedy) {
    if (common(command).map(CommonOptions::isJson).orElse(false)) {
      Map<String, Object> document = new LinkedHashMap<>();
      document.put("error", what);
      if (!remedy.isEmpty()) {
        document.put("remedy", remedy);
      }
      new Answers(command, true).document(document);
      return;
    }
    command.getErr().println(command.getColorScheme().errorText(what));
    remedy.lines().forEach(line -> command.getErr().println("  " + line));
    command.getErr().flush();
  }

  private static void trace(CommandLine command, @Nullable Throwable cause) {
    if (cause != null && common(command).map(CommonOptions::isVerbose).orElse(false)) {
      cause.printStackTrace(command.getErr());
      command.getErr().flush();
    }
  }

  private static Optional<CommonOptions> common(CommandLine command) {
    CommandSpec mixin = command.getCommandSpec().mixins().get("common");
    return mixin != null && mixin.userObject() instanceof CommonOptions options
        ? Optional.of(options)
        : Optional.empty();
  }
}
