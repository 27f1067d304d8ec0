package dev.sidegate.quickstart.day;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletionException;

/**
 * Runs one LangChain4j agent twice over the same troubled day: without Sidegate, then with it. The
 * class files are the same; the second JVM has {@code -javaagent} and a database.
 */
public final class TroubledDay {
  private final Path sidegateJar;
  private final Path agentJar;
  private final Path directory;
  private final Screen screen;

  private TroubledDay(Path sidegateJar, Path agentJar, Path directory, Screen screen) {
    this.sidegateJar = sidegateJar;
    this.agentJar = agentJar;
    this.directory = directory;
    this.screen = screen;
  }

  /**
   * Runs both days; ends with 0 only if the outside world counted duplicates without Sidegate, and
   * with it neither a duplicate nor a loss; 1 if not so, 2 if the run ended early.
   *
   * @param arguments the operator's jar, the agent's jar, and a directory for logs and database
   */
  public static void main(String[] arguments) throws Exception {
    PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, UTF_8);
    Screen screen = new Screen(out, Boolean.getBoolean("quickstart.colours"));
    Path directory = Path.of(arguments[2]).toAbsolutePath();
    TroubledDay day =
        new TroubledDay(Path.of(arguments[0]), Path.of(arguments[1]), directory, screen);
    try {
      System.exit(day.run() ? 0 : 1);
    } catch (IOException | CompletionException failure) {
      screen.line("");
      screen.line("  " + screen.bad("The run ended early: " + failure.getMessage()));
      screen.line("  The logs of all processes are in " + directory);
      System.exit(2);
    }
  }

  private boolean run() throws Exception {
    long began = System.nanoTime();
    screen.heading("The day without Sidegate");
    List<Ending> without =
        new Day(screen, directory.resolve("without")).run(List.of(), (shop, situations) -> {});
    screen.heading("The same day with Sidegate");
    List<Ending> with = guarded();
    Report report = new Report(screen, without, with);
    report.print();
    Files.write(directory.resolve("table.txt"), report.table(Screen.plain()));
    boolean proven = report.verdict();
    screen.line(
        "  " + screen.dim("Both days took " + (System.nanoTime() - began) / 1_000_000_000 + " s."));
    return proven;
  }

  private List<Ending> guarded() throws Exception {
    screen.begin("PostgreSQL: java -jar sidegate.jar dev");
    try (Gate gate = new Gate(sidegateJar, agentJar, directory.resolve("database"))) {
      screen.end("started");
      Day day = new Day(screen, directory.resolve("with"));
      return day.run(gate.jvmOptions(), new OnCall(gate, screen));
    }
  }
}
