package dev.sidegate.operator.dev;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sidegate.operator.SidegateJar;
import dev.sidegate.operator.SidegateJar.Running;
import dev.sidegate.operator.Typed;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DevIT {
  /** One for all tests: unpacking takes longer than everything else here. */
  @TempDir private static Path directory;

  private static int port;

  @BeforeAll
  static void aFreePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
  }

  @Test
  void whatIsWrittenSurvivesAStopAndAStart() throws Exception {
    try (Running dev = dev("--json")) {
      JsonNode ready = JsonMapper.builder().build().readTree(dev.awaitLine("\"url\""));
      assertThat(ready.path("port").asInt()).isEqualTo(port);
      assertThat(ask(ready, "SHOW fsync")).isEqualTo("on");
      assertThat(ask(ready, "SHOW synchronous_commit")).isEqualTo("on");
      owner("CREATE TABLE IF NOT EXISTS kept AS SELECT 42 AS answer");

      assertThat(dev.terminate()).isZero();
    }
    try (Running dev = dev()) {
      dev.awaitLine("Ctrl-C stops it");

      assertThat(owner("SELECT answer FROM kept")).isEqualTo("42");
    }
    assertThat(Files.exists(directory.resolve("data/postmaster.pid"))).isFalse();
  }

  @Test
  void theOtherCommandsWorkOnIt() throws Exception {
    try (Running dev = dev("--json")) {
      JsonNode ready = JsonMapper.builder().build().readTree(dev.awaitLine("\"url\""));
      String url = ready.path("operatorUrl").asText();

      assertThat(SidegateJar.run("list", "--url", url).out()).isEqualTo("No operations.\n");
      assertThat(SidegateJar.run("stop", "--url", url, "--reason", "fire").exit()).isZero();
      assertThat(SidegateJar.run("resume", "--url", url, "--reason", "out", "--yes").out())
          .contains("fire")
          .contains("Resumed: every effect.");
      Typed agent =
          SidegateJar.run("stop", "--url", ready.path("url").asText(), "--reason", "let me");
      assertThat(agent.exit()).isEqualTo(1);
      assertThat(agent.err()).contains("does not allow this login").doesNotContain("\tat ");
      Typed migrated =
          SidegateJar.run(
              "migrate",
              "--url",
              "jdbc:postgresql://localhost:" + port + "/sidegate",
              "--user",
              "postgres",
              "--password-file",
              directory.resolve("owner.password").toString());
      assertThat(migrated.out()).contains("Nothing to do.");
    }
  }

  @Test
  void itsOperatorDecidesInTheRolesThatWereAskedFor() throws Exception {
    try (Running dev = dev("--json", "--approver", "support")) {
      JsonNode ready = JsonMapper.builder().build().readTree(dev.awaitLine("\"url\""));

      assertThat(owner("SELECT sidegate.may_decide('sidegate_dev_operator', 'support')"))
          .isEqualTo("t");
      assertThat(owner("SELECT sidegate.may_decide('sidegate_dev_operator', 'finance')"))
          .isEqualTo("f");
      assertThat(SidegateJar.run("list", "--url", ready.path("operatorUrl").asText()).exit())
          .isZero();
    }
  }

  @Test
  void aRoleThatCannotBeOneIsRefusedBeforeAnythingStarts() {
    assertThat(SidegateJar.run("dev", "--approver", "Support Team").err())
        .contains("a role of approvers is");
  }

  @Test
  void theSecondFindsTheFirst() throws Exception {
    try (Running first = dev("--json")) {
      String ready = first.awaitLine("\"url\"");

      Typed second =
          SidegateJar.run("dev", "--directory", directory.toString(), "--port", "1", "--json");

      assertThat(second.exit()).isZero();
      assertThat(second.out().strip()).isEqualTo(ready);
    }
  }

  @Test
  void aServerWhoseDevWasKilledIsTakenOver() throws Exception {
    try (Running killed = dev()) {
      killed.awaitLine("Ctrl-C stops it");
      owner("CREATE TABLE IF NOT EXISTS kept AS SELECT 42 AS answer");
      killed.process().destroyForcibly().waitFor();
    }
    try (Running dev = dev()) {
      dev.awaitLine("Ctrl-C stops it");

      assertThat(owner("SELECT answer FROM kept")).isEqualTo("42");
      assertThat(dev.terminate()).isZero();
    }
    assertThat(Files.exists(directory.resolve("data/postmaster.pid"))).isFalse();
  }

  @Test
  void aTakenPortIsSaidBeforeAnythingIsStarted() throws IOException {
    try (ServerSocket taken = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      Typed typed =
          SidegateJar.run(
              "dev", "--directory", directory.toString(), "--port", "" + taken.getLocalPort());

      assertThat(typed.exit()).isEqualTo(1);
      assertThat(typed.err())
          .startsWith("Port " + port + " is taken by another program.")
          .contains("dev --port " + (port + 1));
      assertThat(typed.out()).isEmpty();
    }
  }

  @Test
  void applicationsCannotTakeTheOwnersPlace() throws Exception {
    try (Running dev = dev("--json")) {
      JsonNode ready = JsonMapper.builder().build().readTree(dev.awaitLine("\"url\""));

      assertThat(ask(ready, "SELECT rolsuper FROM pg_roles WHERE rolname = current_user"))
          .isEqualTo("f");
      assertThat(ask(ready, "SELECT pg_has_role('sidegate_agent', 'MEMBER')")).isEqualTo("t");
      assertThat(ask(ready, "SELECT pg_has_role('sidegate_operator', 'MEMBER')")).isEqualTo("f");
      assertThat(Files.getPosixFilePermissions(directory.resolve("owner.password")))
          .containsExactlyInAnyOrder(
              PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    }
  }

  private static Running dev(String... more) {
    String[] arguments = new String[more.length + 5];
    arguments[0] = "dev";
    arguments[1] = "--directory";
    arguments[2] = directory.toString();
    arguments[3] = "--port";
    arguments[4] = "" + port;
    System.arraycopy(more, 0, arguments, 5, more.length);
    return SidegateJar.start(arguments);
  }

  private static String ask(JsonNode ready, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(ready.path("url").asText())) {
      return first(connection, sql);
    }
  }

  private static String owner(String sql) throws Exception {
    String password = Files.readString(directory.resolve("owner.password"));
    String url = "jdbc:postgresql://localhost:" + port + "/sidegate";
    try (Connection connection = DriverManager.getConnection(url, "postgres", password)) {
      return first(connection, sql);
    }
  }

  private static String first(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      if (!statement.execute(sql)) {
        return "";
      }
      try (ResultSet row = statement.getResultSet()) {
        row.next();
        return row.getString(1);
      }
    }
  }
}
