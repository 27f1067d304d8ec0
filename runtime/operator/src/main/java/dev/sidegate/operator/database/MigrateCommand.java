package dev.sidegate.operator.database;

import dev.sidegate.operator.Answers;
import dev.sidegate.operator.CommonOptions;
import dev.sidegate.operator.ExitCode;
import dev.sidegate.operator.Fault;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Brings a database's tables to this jar's version, and prepares logins. */
@Command(
    name = "migrate",
    description = {
      "Brings the tables of Sidegate to this version, and prepares logins for it.",
      "Sign in as the schema's owner. Running it again changes nothing."
    },
    footer = {
      "",
      "Make the login yourself (CREATE ROLE app LOGIN PASSWORD …), then:",
      "  migrate --url JDBC_URL --user OWNER --login app"
    })
public final class MigrateCommand implements Callable<Integer> {
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private DatabaseOptions database = new DatabaseOptions();

  @Option(
      names = "--login",
      paramLabel = "NAME",
      description = "Grant this login its role, and set its isolation, timeouts and plans.")
  private List<String> logins = new ArrayList<>();

  @Option(
      names = "--role",
      paramLabel = "ROLE",
      description = "What the logins are: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}")
  private Login.Role role = Login.Role.AGENT;

  @Override
  public Integer call() {
    Answers answers = common.answers();
    Target owner = database.owner();
    Migration migration = Migration.run(owner);
    tell(answers, owner, migration);
    List<Map<String, Object>> prepared = new ArrayList<>();
    for (String name : logins) {
      prepared.add(prepare(answers, owner, new Login(name, role)));
    }
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("before", migration.before());
    document.put("after", migration.after());
    document.put("applied", migration.applied());
    document.put("logins", prepared);
    answers.document(document);
    return ExitCode.DONE.code();
  }

  private static void tell(Answers answers, Target owner, Migration migration) {
    if (migration.applied().isEmpty()) {
      answers.plain(
          owner.place() + " is at version " + migration.after() + ", the newest. Nothing to do.");
      return;
    }
    answers.plain(
        owner.place()
            + (migration.before() == null
                ? " is installed, at version " + migration.after() + ":"
                : " went from version " + migration.before() + " to " + migration.after() + ":"));
    migration.applied().forEach(step -> answers.plain("  " + step));
    if (migration.before() == null) {
      answers.plain("Effects are allowed; 'stop' closes them.");
    }
  }

  private static Map<String, Object> prepare(Answers answers, Target owner, Login login) {
    try (Connection connection = owner.connect()) {
      if (!login.exists(connection)) {
        throw Fault.refused(
            "There is no login '" + login.name() + "'.",
            "Make it first: CREATE ROLE " + login.name() + " LOGIN PASSWORD '…'");
      }
      boolean above = login.standsAboveTheWalls(connection);
      login.grant(connection);
      answers.plain(
          "Login "
              + login.name()
              + " is a member of "
              + login.role().group()
              + "; isolation, timeouts and plans are set.");
      if (above) {
        answers.plain(
            "WARNING: "
                + login.name()
                + " owns the tables or is a superuser, so no grant and no trigger holds it back."
                + " Give agents a login of their own.");
      }
      Map<String, Object> document = new LinkedHashMap<>();
      document.put("login", login.name());
      document.put("role", login.role().group());
      document.put("aboveTheWalls", above);
      return document;
    } catch (SQLException refused) {
      throw DatabaseFaults.of(owner, refused);
    }
  }
}
