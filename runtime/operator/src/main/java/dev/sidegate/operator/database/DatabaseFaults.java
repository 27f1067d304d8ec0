package dev.sidegate.operator.database;

import dev.sidegate.operator.Fault;
import java.sql.SQLException;
import java.util.Objects;

/** What PostgreSQL's answers mean for whoever typed the command. */
final class DatabaseFaults {
  private DatabaseFaults() {}

  static Fault noPostgres(Target target) {
    return Fault.usage(
        "'" + target.place() + "' is no URL of PostgreSQL.",
        "It looks like jdbc:postgresql://HOST:PORT/DATABASE.");
  }

  /** By SQLSTATE; the engine's own findings have none and say themselves how to mend them. */
  static Fault of(Target target, SQLException answer) {
    String state = Objects.requireNonNullElse(answer.getSQLState(), "");
    String says = firstLine(answer);
    Fault fault =
        switch (state) {
          case "" ->
              Fault.noDatabase("The database " + target.place() + " is not fit: " + says, "");
          case "28P01", "28000", "08004" ->
              Fault.noDatabase(
                  "The database " + target.place() + " refuses the login: " + says,
                  "Check --user and --password-file, or the settings of the same names.");
          case "3D000" ->
              Fault.noDatabase(
                  "There is no such database: " + says,
                  "Create it, or correct the URL " + target.place() + ".");
          case "42P01", "3F000", "42883" ->
              Fault.noDatabase(
                  "The database " + target.place() + " has no tables of this Sidegate: " + says,
                  "As the schema's owner: java -jar sidegate.jar migrate --url JDBC_URL");
          case "42501" ->
              Fault.refused(
                  "The database does not allow this login to do that: " + says,
                  "Decisions need a member of sidegate_operator, approvals one of"
                      + " sidegate_approver_ROLE, migrations the schema's owner.");
          case "08001", "08003", "57P03" ->
              Fault.noDatabase(
                  "The database " + target.place() + " does not answer: " + says,
                  "Start it, or correct the URL. A local one: java -jar sidegate.jar dev");
          default ->
              state.startsWith("08") || state.startsWith("57")
                  ? Fault.noDatabase(
                      "The connection to " + target.place() + " broke: " + says,
                      "It is not known what was done; look with 'list' or 'show', then repeat.")
                  : Fault.refused("The database refused: " + says, "");
        };
    return fault.because(answer);
  }

  private static String firstLine(SQLException answer) {
    return String.valueOf(answer.getMessage()).lines().findFirst().orElse("no reason given");
  }
}
