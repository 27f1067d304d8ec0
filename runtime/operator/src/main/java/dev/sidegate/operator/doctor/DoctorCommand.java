package dev.sidegate.operator.doctor;

import dev.sidegate.engine.intent.StoreUnavailableException;
import dev.sidegate.engine.store.ConnectedEngine;
import dev.sidegate.engine.store.ServerSurvey;
import dev.sidegate.engine.store.StoreSettings;
import dev.sidegate.engine.store.SurveyedInstallation;
import dev.sidegate.engine.store.SurveyedServer;
import dev.sidegate.operator.Answers;
import dev.sidegate.operator.CommonOptions;
import dev.sidegate.operator.ExitCode;
import dev.sidegate.operator.Shown;
import dev.sidegate.operator.database.DatabaseOptions;
import dev.sidegate.operator.database.StoreSession;
import dev.sidegate.operator.database.Target;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Says what is wrong with a database, or with the agent in a JVM. */
@Command(
    name = "doctor",
    description = {
      "Looks at a database, or at the agent in a running JVM; says what is wrong and how to mend it.",
      "Changes nothing. Ends with 1 if something is wrong."
    })
public final class DoctorCommand implements Callable<Integer> {
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private DatabaseOptions database = new DatabaseOptions();

  @Option(
      names = "--pid",
      paramLabel = "PID",
      description = "A JVM of this machine and user: is the agent in it, what does it guard?")
  private @Nullable Long pid;

  @Override
  public Integer call() {
    List<Finding> findings =
        pid == null ? ofDatabase(database.target()) : RunningAgent.in(pid).findings();
    Answers answers = common.answers();
    findings.forEach(finding -> tell(answers, finding));
    answers.document(findings.stream().map(DoctorCommand::document).toList());
    boolean wrong = findings.stream().anyMatch(Finding::isWrong);
    return (wrong ? ExitCode.REFUSED : ExitCode.DONE).code();
  }

  private static List<Finding> ofDatabase(Target target) {
    StoreSession.checkUrl(target);
    try (ServerSurvey survey =
        ServerSurvey.open(StoreSettings.of(target.url(), target.user(), target.password()))) {
      return ofDatabase(survey);
    } catch (StoreUnavailableException unavailable) {
      throw StoreSession.fault(target, unavailable);
    }
  }

  private static List<Finding> ofDatabase(ServerSurvey survey) {
    SurveyedServer server = survey.server();
    List<Finding> findings = new ArrayList<>(ServerExam.of(server));
    List<SurveyedInstallation> tables = server.migrated() ? survey.installation() : List.of();
    if (tables.isEmpty()) {
      findings.add(
          Finding.wrong("Sidegate's tables are not there.", "As the schema's owner: migrate."));
      return findings;
    }
    findings.addAll(InstallationExam.of(tables.get(0), Instant.now()));
    findings.addAll(new RolesExam(survey.logins(), survey.policies()).findings());
    List<ConnectedEngine> engines = survey.engines();
    if (engines.isEmpty()) {
      findings.add(
          Finding.notice(
              "No engine is connected now.",
              "One connects when the first object of a guarded class is built."));
    }
    engines.forEach(engine -> findings.add(seen(engine)));
    return findings;
  }

  private static Finding seen(ConnectedEngine engine) {
    return Finding.fine(
        "Connected: "
            + engine.name()
            + (engine.address() == null ? "" : " at " + engine.address())
            + " as "
            + engine.login()
            + ", "
            + engine.connections()
            + " connections"
            + (engine.since() == null ? "" : " since " + Shown.time(engine.since()))
            + ".");
  }

  private static void tell(Answers answers, Finding finding) {
    String mark =
        switch (finding.severity()) {
          case FINE -> "fine    ";
          case NOTICE -> "notice  ";
          case WRONG -> "WRONG   ";
        };
    answers.plain(mark + Shown.text(finding.what()));
    if (!finding.remedy().isEmpty()) {
      answers.plain("          " + Shown.text(finding.remedy()));
    }
  }

  private static Map<String, String> document(Finding finding) {
    Map<String, String> document = new LinkedHashMap<>();
    document.put("severity", finding.severity().name());
    document.put("what", finding.what());
    document.put("remedy", finding.remedy());
    return document;
  }
}
