package dev.sidegate.operator.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sidegate.engine.world.TestDatabase.Login;
import dev.sidegate.operator.Shop;
import dev.sidegate.operator.Typed;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DoctorCommandTest {
  private final Shop shop = new Shop();

  @AfterEach
  void close() {
    shop.close();
  }

  @Test
  void aDatabaseThatIsFitIsSaidToBe() {
    shop.running("refund:1:1");

    Typed typed = shop.operator("doctor");

    assertThat(typed.exit()).isZero();
    assertThat(typed.out())
        .contains("fine    fsync is on.")
        .contains("fine    Effects are allowed.")
        .contains("notice  The audit was never sealed.")
        .containsPattern(
            "fine {4}Connected: sidegate/\\d+ process \\d+ .*as agent, \\d+ connections")
        .doesNotContain("WRONG");
  }

  @Test
  void whatIsStoppedIsWrongAndSaysHowToMendIt() {
    shop.operator("stop", "--reason", "fire");

    Typed typed = shop.operator("doctor");

    assertThat(typed.exit()).isEqualTo(1);
    assertThat(typed.out()).contains("WRONG   Everything is stopped.").contains("'resume'");
  }

  @Test
  void doubtAndQuestionsAreNoticed() {
    shop.doubt("refund:1:1");
    shop.asked("payout:1");

    String out = shop.operator("doctor").out();

    assertThat(out).contains("1 in doubt, the oldest since ").contains("1 questions wait");
  }

  @Test
  void aQuestionThatNobodyCanAnswerIsWrong() throws SQLException {
    shop.asked("payout:1");
    owner(
        "DO $$ BEGIN UPDATE sidegate.effect_policy SET policy ="
            + " replace(policy, 'finance', 'nobody-here'), version = version + 1"
            + " WHERE demands_approval; END $$");

    Typed typed = shop.operator("doctor");

    assertThat(typed.exit()).isEqualTo(1);
    assertThat(typed.out())
        .contains("Nobody can answer for payout: no login decides as nobody-here.")
        .contains("migrate --login NAME --approver nobody-here");
  }

  @Test
  void scriptsGetEachFinding() {
    JsonNode findings = shop.operator("doctor", "--json").json();

    assertThat(findings.findValuesAsText("severity")).contains("FINE").doesNotContain("WRONG");
    assertThat(findings.at("/0/what").asText()).startsWith("PostgreSQL 1");
  }

  @Test
  void aJvmWithTheAgentTellsWhatItGuards() throws IOException {
    try (Jvm jvm =
        new Jvm("version 1.2\nwoven shop.Refunds\nrefused shop.Mail.send: final\nstarted")) {
      Typed typed = shop.operator("doctor", "--pid", "" + jvm.pid());

      assertThat(typed.exit()).isEqualTo(1);
      assertThat(typed.out())
          .contains("fine    Guarded: shop.Refunds.")
          .contains("WRONG   Refused: shop.Mail.send: final")
          .contains("fine    The engine runs.");
    }
  }

  @Test
  void aJvmWithoutTheAgentIsWrong() throws IOException {
    try (Jvm jvm = new Jvm(null)) {
      assertThat(shop.operator("doctor", "--pid", "" + jvm.pid()).out())
          .contains("runs without the agent: nothing in it is guarded.");
    }
  }

  @Test
  void aProcessThatIsNoneIsRefused() {
    Typed typed = shop.operator("doctor", "--pid", "999999999");

    assertThat(typed.exit()).isEqualTo(1);
    assertThat(typed.err()).contains("Process 999999999 cannot be asked");
  }

  private void owner(String sql) throws SQLException {
    try (Connection owner = shop.database.connect(Login.OWNER);
        Statement statement = owner.createStatement()) {
      statement.execute(sql);
    }
  }

  /** A program that waits for its end, with what an agent would have said of itself. */
  private static final class Jvm implements AutoCloseable {
    private final Process process;

    Jvm(@Nullable String said) throws IOException {
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      if (said != null) {
        command.add("-Ddev.sidegate.agent=" + said);
      }
      command.addAll(List.of("-cp", Path.of("target", "test-classes").toString()));
      command.add(Waiting.class.getName());
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
      assertThat(process.inputReader().readLine()).isEqualTo("ready");
    }

    long pid() {
      return process.pid();
    }

    @Override
    public void close() {
      process.destroyForcibly().onExit().join();
    }
  }
}
