package dev.sidegate.engine.world;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** One database of the test server, and who may log in to it. */
public record TestDatabase(int port, String name) {
  static final String PASSWORD = "test";

  /** Who asks. */
  public enum Login {
    /** The tables' owner, a superuser. */
    OWNER("postgres", ""),
    /** An agent's JVM. */
    AGENT("agent", "sidegate_agent"),
    /** A person on call. */
    OPERATOR("operator", "sidegate_operator"),
    /** Somebody who may look. */
    READER("reader", "sidegate_reader");

    private final String user;
    private final String role;

    Login(String user, String role) {
      this.user = user;
      this.role = role;
    }

    String user() {
      return user;
    }

    String role() {
      return role;
    }
  }

  /** Without user and password. */
  public String jdbcUrl() {
    return "jdbc:postgresql://localhost:" + port + "/" + name;
  }

  /** The login's name. */
  public String user(Login login) {
    return login.user();
  }

  /** The login's password. */
  public String password(Login login) {
    return login == Login.OWNER ? "" : PASSWORD;
  }

  /** A plain connection; the caller closes it. */
  public Connection connect(Login login) {
    try {
      return DriverManager.getConnection(jdbcUrl(), user(login), password(login));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Runs statements as the owner. */
  public void execute(String sql) {
    try (Connection connection = connect(Login.OWNER);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  /** The rows of a query as the owner, each row's columns joined by a bar. */
  public List<String> query(String sql) {
    try (Connection connection = connect(Login.OWNER);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<String> answer = new ArrayList<>();
      while (rows.next()) {
        List<String> columns = new ArrayList<>();
        for (int column = 1; column <= rows.getMetaData().getColumnCount(); column++) {
          columns.add(String.valueOf(rows.getString(column)));
        }
        answer.add(String.join("|", columns));
      }
      return answer;
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }
}
