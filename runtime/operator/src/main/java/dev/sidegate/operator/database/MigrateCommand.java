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
import org.jspecify.annotations.Nullable;
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
      "  migrate --url JDBC_URL --user OWNER --login app",
      "  migrate --url JDBC_URL --user OWNER --login alice --approver finance"
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
      description =
          "What the logins are: ${COMPLETION-CANDIDATES}. Default: agent, or none with --approver")
  private Login.@Nullable Role role;

  @Option(
      names = "--approver",
      paramLabel = "ROLE",
      description = "People's logins: let them decide in this role of approvers, too.")
  private List<String> approverRoles = new ArrayList<>();

  @Option(
      names = "--subject",
      paramLabel = "NAME",
      description = "Another name of the person: as requester, or at the sign-in of a page.")
  private List<String> subjects = new ArrayList<>();

  @Override
  public Integer call() {
    Answers answers = common.answers();
    Target owner = database.owner();
    Migration migration = Migration.run(owner);
    tell(answers, owner, migration);
    List<Map<String, Object>> prepared = new ArrayList<>();
    refuseWhatNamesNobody();
    Login.Role given = role == null && approverRoles.isEmpty() ? Login.Role.AGENT : role;
    for (String name : logins) {
      if (given != null) {
        prepared.add(prepare(answers, owner, new Login(name, given)));
      }
      for (String approverRole : approverRoles) {
        prepared.add(prepare(answers, owner, approver(name, approverRole)));
      }
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

  private void refuseWhatNamesNobody() {
    if ((logins.isEmpty() && !approverRoles.isEmpty())
        || (approverRoles.isEmpty() && !subjects.isEmpty())
        || (logins.size() > 1 && !subjects.isEmpty())) {
      throw Fault.usage(
          "--approver and --subject belong to a login; --subject to one alone.",
          "migrate --login NAME --approver ROLE [--subject OTHER_NAME]");
    }
  }

  private Approver approver(String login, String approverRole) {
    try {
      return new Approver(login, approverRole, subjects);
    } catch (IllegalArgumentException wrong) {
      throw Fault.usage(String.valueOf(wrong.getMessage()), "");
    }
  }

  private static Map<String, Object> prepare(Answers answers, Target owner, Approver approver) {
    try (Connection connection = owner.connect()) {
      demand(connection, new Login(approver.login(), Login.Role.READER));
      approver.grant(connection);
      answers.plain(
          "Login " + approver.login() + " decides as " + approver.role() + ", under his own name.");
      Map<String, Object> document = new LinkedHashMap<>();
      document.put("login", approver.login());
      document.put("role", approver.group());
      return document;
    } catch (SQLException refused) {
      throw DatabaseFaults.of(owner, refused);
    }
  }

  private static void demand(Connection connection, Login login) throws SQLException {
    if (!login.exists(connection)) {
      throw Fault.refused(
          "There is no login '" + login.name() + "'.",
          "Make it first: CREATE ROLE " + login.name() + " LOGIN PASSWORD '…'");
    }
  }

  private static Map<String, Object> prepare(Answers answers, Target owner, Login login) {
    try (Connection connection = owner.connect()) {
      demand(connection, login);
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
