package dev.sidegate.operator;

import java.io.PrintWriter;
import java.nio.charset.Charset;
import picocli.CommandLine;

/** Starts the command line. */
public final class Main {
  private Main() {}

  /** Runs one command and ends the JVM with its exit code. */
  public static void main(String[] arguments) {
    Charset charset = Charset.defaultCharset();
    PrintWriter out = new PrintWriter(System.out, true, charset);
    PrintWriter err = new PrintWriter(System.err, true, charset);
    System.exit(run(out, err, arguments));
  }

  /**
   * Runs one command in this JVM.
   *
   * @param out for answers
   * @param err for faults and help about wrong usage
   * @return the exit code
   */
  static int run(PrintWriter out, PrintWriter err, String... arguments) {
    return new CommandLine(new SidegateCommand())
        .setOut(out)
        .setErr(err)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setUsageHelpWidth(100)
        .setAbbreviatedOptionsAllowed(false)
        .setParameterExceptionHandler(Faults::wrongUsage)
        .setExecutionExceptionHandler(Faults::failed)
        .execute(arguments);
  }
}
