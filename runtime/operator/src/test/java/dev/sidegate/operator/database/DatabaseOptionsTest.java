package dev.sidegate.operator.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.operator.Typed;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class DatabaseOptionsTest {

  @AfterEach
  void forgetSettings() {
    System.clearProperty("sidegate.jdbc.password");
    System.clearProperty("sidegate.jdbc.url");
    System.clearProperty("sidegate.jdbc.urll");
  }

  @Test
  void withoutADatabaseTheWaysToNameOneAreSaid() {
    Typed typed = Typed.run("migrate");

    assertThat(typed.exit()).isEqualTo(3);
    assertThat(typed.err())
        .contains("No database is named.")
        .contains("--url JDBC_URL")
        .contains("SIDEGATE_JDBC_URL")
        .contains("--dev");
  }

  @Test
  void aDatabaseThatDoesNotAnswerIsNamedWithoutItsPassword() {
    Typed typed =
        Typed.run("migrate", "--url", "jdbc:postgresql://localhost:1/shop?password=secret");

    assertThat(typed.exit()).isEqualTo(3);
    assertThat(typed.err())
        .contains("The database jdbc:postgresql://localhost:1/shop does not answer")
        .doesNotContain("secret")
        .doesNotContain("\tat ");
  }

  @Test
  void theSettingIsUsedWhereNoOptionIsGiven() {
    System.setProperty("sidegate.jdbc.url", "jdbc:postgresql://localhost:1/from-setting");

    assertThat(Typed.run("migrate").err()).contains("localhost:1/from-setting");
    assertThat(Typed.run("migrate", "--url", "jdbc:postgresql://localhost:1/option").err())
        .contains("localhost:1/option");
  }

  @Test
  void theSettingsPasswordGoesToTheSettingsDatabaseAlone() {
    String[] options = {"--url", "jdbc:postgresql://here:5432/shop", "--user", "operator"};
    System.setProperty("sidegate.jdbc.password", "secret");

    Target withoutUrlInSettings = target(options);
    System.setProperty("sidegate.jdbc.url", "jdbc:postgresql://elsewhere:5432/other");
    Target besidesAnother = target(options);

    assertThat(withoutUrlInSettings.password()).isEqualTo("secret");
    assertThat(besidesAnother.password()).isNull();
    assertThat(besidesAnother).asString().isEqualTo("jdbc:postgresql://here:5432/shop as operator");
  }

  @Test
  void aSettingThatNobodyKnowsIsWrongUsage() {
    System.setProperty("sidegate.jdbc.urll", "x");

    Typed typed = Typed.run("migrate");

    assertThat(typed.exit()).isEqualTo(2);
    assertThat(typed.err()).contains("sidegate.jdbc.urll").contains("did you mean");
  }

  @Test
  void theLocalServerAndAnotherOneAreNotNamedAtOnce() {
    Typed typed = Typed.run("migrate", "--dev", "--url", "jdbc:postgresql://localhost:1/x");

    assertThat(typed.exit()).isEqualTo(2);
    assertThat(typed.err()).contains("--dev names the local server");
  }

  @Test
  void whatIsNoUrlOfPostgresIsWrongUsage() {
    Typed typed = Typed.run("migrate", "--url", "postgres://localhost/x");

    assertThat(typed.exit()).isEqualTo(2);
    assertThat(typed.err()).contains("jdbc:postgresql://HOST:PORT/DATABASE");
  }

  @Test
  void faultsAreJsonForScripts() {
    Typed typed = Typed.run("migrate", "--json");

    assertThat(typed.exit()).isEqualTo(3);
    assertThat(typed.json().path("error").asText()).isEqualTo("No database is named.");
    assertThat(typed.json().path("remedy").asText()).contains("--url");
    assertThat(typed.err()).isEmpty();
  }

  @Test
  void aMisspeltCommandGetsASuggestion() {
    Typed typed = Typed.run("migrat");

    assertThat(typed.exit()).isEqualTo(2);
    assertThat(typed.err()).contains("Did you mean: sidegate migrate");
  }

  private static Target target(String... options) {
    DatabaseOptions parsed = new DatabaseOptions();
    new CommandLine(parsed).parseArgs(options);
    return parsed.target();
  }
}
