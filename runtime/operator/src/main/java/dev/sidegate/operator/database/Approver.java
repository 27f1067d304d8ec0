package dev.sidegate.operator.database;

import dev.sidegate.engine.approval.ApprovalPolicy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;

/**
 * A person's login that may decide in a role, and the other names of that person.
 *
 * @param login the login
 * @param role the role of approvers, without the group's prefix
 * @param names what applications and pages call the person; who asked under one of them is known
 */
public record Approver(String login, String role, List<String> names) {

  /** Checks the role and copies the names. */
  public Approver {
    ApprovalPolicy.checkRole(role);
    names = List.copyOf(names);
  }

  /** The role's group in PostgreSQL. */
  public String group() {
    return "sidegate_approver_" + role;
  }

  /** Makes the role's group if it is new, puts the login in, keeps the names. */
  public void grant(Connection owner) throws SQLException {
    try (Statement statement = owner.createStatement()) {
      String group = statement.enquoteIdentifier(group(), true);
      statement.execute(
          "DO $$ BEGIN CREATE ROLE "
              + group
              + " NOLOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$");
      statement.execute("GRANT sidegate_approver TO " + group);
      statement.execute("GRANT " + group + " TO " + statement.enquoteIdentifier(login, true));
      Login.setForPeople(statement, login);
    }
    try (PreparedStatement insert =
        owner.prepareStatement(
            "INSERT INTO sidegate.person_name (login, name) VALUES (?, ?) ON CONFLICT DO NOTHING")) {
      for (String name : names) {
        insert.setString(1, login);
        insert.setString(2, name.toLowerCase(Locale.ROOT));
        insert.executeUpdate();
      }
    }
  }
}
