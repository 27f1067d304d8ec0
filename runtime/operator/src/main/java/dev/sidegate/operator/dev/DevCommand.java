package dev.sidegate.operator.dev;

import dev.sidegate.operator.Answers;
import dev.sidegate.operator.Build;
import dev.sidegate.operator.CommonOptions;
import dev.sidegate.operator.ExitCode;
import dev.sidegate.operator.Fault;
import dev.sidegate.operator.database.Approver;
import dev.sidegate.operator.database.Migration;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs a local PostgreSQL, ready for Sidegate, until it is told to stop. */
@Command(
    name = "dev",
    description = {
      "Runs a local PostgreSQL for development: real, durable, with Sidegate's tables.",
      "It is unpacked and kept in ~/.sidegate; Ctrl-C stops it, the data stays."
    },
    footer = {
      "",
      "A second 'dev' finds the first one and says how to reach it.",
      "Programs reach it with -Dsidegate.dev=true, the other commands with --dev.",
      "To answer your own agent's questions: dev --approver ROLE"
    })
public final class DevCommand implements Callable<Integer> {
  @Mixin private CommonOptions common = new CommonOptions();

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      description = "Where it is kept. Default: ~/.sidegate")
  private @Nullable Path directory;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "Where it listens, on this machine alone. Default: ${DEFAULT-VALUE}")
  private int port = DevDatabase.STANDARD_PORT;

  @Option(
      names = "--approver",
      paramLabel = "ROLE",
      description = "Let the operator of dev decide in this role of approvers, too.")
  private List<String> approverRoles = new ArrayList<>();

  @Override
  public Integer call() throws InterruptedException {
    Answers answers = common.answers();
    List<Approver> approvers = approvers();
    DevDirectory home =
        directory == null
            ? DevDirectory.standard()
            : new DevDirectory(directory.toAbsolutePath().normalize());
    home.prepare();
    Optional<FileLock> lock = home.tryLock();
    if (lock.isEmpty()) {
      DevRecord first = DevRecord.await(home);
      DevDatabase.letDecide(first.port(), home.ownerPassword().orElseThrow(), approvers);
      answers.say("The dev server runs already, in process " + first.pid() + ".");
      tell(answers, first);
      return ExitCode.DONE.code();
    }
    DevServer.check(home, port);
    answers.say(
        home.unpacked().isPresent()
            ? "Starting PostgreSQL " + Build.postgresVersion() + " …"
            : "Unpacking PostgreSQL " + Build.postgresVersion() + ", the first time only …");
    return serve(answers, home, approvers);
  }

  private List<Approver> approvers() {
    try {
      return approverRoles.stream().map(DevAccess::approver).toList();
    } catch (IllegalArgumentException wrong) {
      throw Fault.usage(String.valueOf(wrong.getMessage()), "");
    }
  }

  private int serve(Answers answers, DevDirectory home, List<Approver> approvers)
      throws InterruptedException {
    DevServer server = DevServer.start(home, port);
    DevStop stop = new DevStop(server, home, answers);
    Runtime.getRuntime().addShutdownHook(new Thread(stop, "sidegate-dev-stop"));
    DevRecord record = prepare(server, answers, home, approvers);
    tell(answers, record);
    answers.say(List.of("", "Ctrl-C stops it; the data stays."));
    if (stop.awaitDeath()) {
      return ExitCode.DONE.code();
    }
    throw Fault.noDatabase(
        "PostgreSQL ended without being asked to.", "Its log is " + home.log() + ".");
  }

  private DevRecord prepare(
      DevServer server, Answers answers, DevDirectory home, List<Approver> approvers) {
    try {
      String password = home.ownerPassword().orElseThrow();
      Migration migration = DevDatabase.prepare(port, password);
      DevDatabase.letDecide(port, password, approvers);
      if (!migration.applied().isEmpty()) {
        answers.say("Migrated to version " + migration.after() + ".");
      }
      DevRecord record = DevRecord.own(home, port);
      record.write(home);
      return record;
    } catch (RuntimeException failed) {
      server.close();
      throw failed;
    }
  }

  private static void tell(Answers answers, DevRecord record) {
    boolean standard = record.port() == DevDatabase.STANDARD_PORT;
    String program =
        standard ? "-Dsidegate.dev=true" : "-Dsidegate.jdbc.url='" + record.url() + "'";
    boolean known = Path.of(record.directory()).equals(DevDirectory.standard().root());
    String operator = known ? "--dev" : "--url '" + record.operatorUrl() + "'";
    answers.say(
        List.of(
            "",
            "  @|bold JDBC URL|@   " + record.url(),
            "  @|bold Kept in|@    " + record.directory(),
            "",
            "  Guard a program   java " + program + " -javaagent:sidegate-agent.jar …",
            "  See what it did   java -jar sidegate.jar list " + operator,
            "  Stop all agents   java -jar sidegate.jar stop " + operator + " --reason \"…\""));
    answers.line(record);
  }
}
