package dev.sidegate.operator.database;

import dev.sidegate.operator.Fault;
import java.sql.SQLException;
import java.util.Objects;

/** What PostgreSQL's refusals mean for whoever typed the command. */
final class DatabaseFaults {
  private DatabaseFaults() {}

  static Fault noConnection(Target target, SQLException refused) {
    String says = firstLine(refused);
    if (!target.url().startsWith("jdbc:postgresql:")) {
      return Fault.usage(
          "'" + target.place() + "' is no URL of PostgreSQL.",
          "It looks like jdbc:postgresql://HOST:PORT/DATABASE.");
    }
    return switch (state(refused)) {
      case "28P01", "28000", "08004" ->
          Fault.noDatabase(
                  "The database " + target.place() + " refuses the login: " + says,
                  "Check --user and --password-file, or the settings of the same names.")
              .because(refused);
      case "3D000" ->
          Fault.noDatabase(
                  "There is no such database: " + says,
                  "Create it, or correct the URL " + target.place() + ".")
              .because(refused);
      default ->
          Fault.noDatabase(
                  "The database " + target.place() + " does not answer: " + says,
                  "Start it, or correct the URL. A local one: java -jar sidegate.jar dev")
              .because(refused);
    };
  }

  /** A statement that failed on a working connection. */
  static Fault refused(Target target, SQLException refused) {
    String says = firstLine(refused);
    return switch (state(refused)) {
      case "42P01", "3F000", "42883" ->
          Fault.refused(
                  "The database " + target.place() + " has no tables of this Sidegate: " + says,
                  "As the schema's owner: java -jar sidegate.jar migrate --url JDBC_URL")
              .because(refused);
      case "42501" ->
          Fault.refused(
                  "The database does not allow this login to do that: " + says,
                  "Decisions need a member of sidegate_operator, migrations the schema's owner.")
              .because(refused);
      default ->
          state(refused).startsWith("08") || state(refused).startsWith("57")
              ? Fault.noDatabase(
                      "The connection to " + target.place() + " broke: " + says,
                      "It is not known what was done; look with 'list' or 'show', then repeat.")
                  .because(refused)
              : Fault.refused("The database refused: " + says, "").because(refused);
    };
  }

  private static String state(SQLException refused) {
    return Objects.requireNonNullElse(refused.getSQLState(), "");
  }

  private static String firstLine(SQLException refused) {
    return String.valueOf(refused.getMessage()).lines().findFirst().orElse("no reason given");
  }
}
