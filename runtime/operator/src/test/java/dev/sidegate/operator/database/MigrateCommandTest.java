package dev.sidegate.operator.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.engine.world.PostgresServer;
import dev.sidegate.engine.world.TestDatabase;
import dev.sidegate.engine.world.TestDatabase.Login;
import dev.sidegate.operator.Typed;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class MigrateCommandTest {
  private static final PostgresServer SERVER = PostgresServer.shared();

  private final TestDatabase database = SERVER.emptyDatabase();

  @Test
  void anEmptyDatabaseIsInstalledAndEffectsAreAllowed() {
    Typed typed = migrate();

    assertThat(typed.exit()).isZero();
    assertThat(typed.out()).contains("is installed, at version").contains("  1 tables");
    assertThat(database.query("SELECT effect, scope, enabled FROM sidegate.kill_switch"))
        .containsExactly("*|*|t");
  }

  @Test
  void aSecondMigrationChangesNothingAndOpensNothing() {
    migrate();
    database.execute("DELETE FROM sidegate.kill_switch");

    Typed typed = migrate();

    assertThat(typed.exit()).isZero();
    assertThat(typed.out()).contains("Nothing to do.");
    assertThat(database.query("SELECT * FROM sidegate.kill_switch")).isEmpty();
  }

  @Test
  void aLoginGetsItsRoleAndItsSettings() {
    String login = newLogin();

    Typed typed = migrate("--login", login);

    assertThat(typed.exit()).isZero();
    assertThat(typed.out()).contains("Login " + login + " is a member of sidegate_agent");
    assertThat(
            database.query("SELECT pg_has_role('%s', 'sidegate_agent', 'MEMBER')".formatted(login)))
        .containsExactly("t");
    assertThat(settings(login))
        .contains("default_transaction_isolation=read committed")
        .contains("lock_timeout=200")
        .contains("enable_seqscan=off");
  }

  @Test
  void aPersonsLoginGetsNoPlanSettings() {
    String login = newLogin();

    migrate("--login", login, "--role", "operator");

    assertThat(
            database.query(
                "SELECT pg_has_role('%s', 'sidegate_operator', 'MEMBER')".formatted(login)))
        .containsExactly("t");
    assertThat(settings(login)).contains("statement_timeout=30s").doesNotContain("seqscan");
  }

  @Test
  void anOwnersLoginGetsOneLoudLine() {
    Typed typed = migrate("--login", "postgres");

    assertThat(typed.exit()).isZero();
    assertThat(typed.out().lines().filter(line -> line.startsWith("WARNING: postgres owns")))
        .hasSize(1);
  }

  @Test
  void anUnknownLoginIsRefusedWithTheRemedy() {
    Typed typed = migrate("--login", "nobody");

    assertThat(typed.exit()).isEqualTo(1);
    assertThat(typed.err())
        .contains("There is no login 'nobody'.")
        .contains("CREATE ROLE nobody LOGIN");
  }

  @Test
  void whoDoesNotOwnTheSchemaIsRefused() {
    Typed typed =
        Typed.run(
            "migrate",
            "--url",
            database.jdbcUrl() + "?password=" + database.password(Login.AGENT),
            "--user",
            database.user(Login.AGENT));

    assertThat(typed.exit()).isEqualTo(1);
    assertThat(typed.err())
        .contains("does not allow this login to do that")
        .contains("migrations the schema's owner");
  }

  @Test
  void scriptsGetOneDocument() {
    Typed typed = migrate("--json");

    assertThat(typed.json().path("before").isNull()).isTrue();
    assertThat(typed.json().at("/applied/0").asText()).isEqualTo("1 tables");
    assertThat(migrate("--json").json().path("applied")).isEmpty();
  }

  private Typed migrate(String... more) {
    String[] arguments = new String[more.length + 5];
    arguments[0] = "migrate";
    arguments[1] = "--url";
    arguments[2] = database.jdbcUrl();
    arguments[3] = "--user";
    arguments[4] = database.user(Login.OWNER);
    System.arraycopy(more, 0, arguments, 5, more.length);
    return Typed.run(arguments);
  }

  private String newLogin() {
    String login = "app_" + UUID.randomUUID().toString().substring(0, 8);
    database.execute("CREATE ROLE " + login + " LOGIN");
    return login;
  }

  private String settings(String login) {
    return database
        .query("SELECT rolconfig FROM pg_roles WHERE rolname = '%s'".formatted(login))
        .toString();
  }
}
