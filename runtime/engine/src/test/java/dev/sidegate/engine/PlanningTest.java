package dev.sidegate.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sidegate.CallScope;
import dev.sidegate.EffectStoppedException;
import dev.sidegate.Executed;
import dev.sidegate.Sidegate;
import dev.sidegate.engine.settings.Settings;
import dev.sidegate.engine.world.PostgresServer;
import dev.sidegate.engine.world.TestDatabase;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is only planned is not done. Without the agent, so in one thread. */
class PlanningTest {
  @TempDir Path directory;

  private final List<String> provider = new ArrayList<>();
  private TestDatabase database;
  private Engine engine;

  @BeforeEach
  void start() {
    database = PostgresServer.shared().freshDatabase();
    Properties properties = new Properties();
    properties.setProperty("sidegate.jdbc.url", database.jdbcUrl());
    properties.setProperty("sidegate.jdbc.user", database.user(TestDatabase.Login.AGENT));
    properties.setProperty("sidegate.jdbc.password", database.password(TestDatabase.Login.AGENT));
    properties.setProperty("sidegate.journal.directory", directory.toString());
    engine = Engine.install(Settings.load(properties, Map.of()));
  }

  @AfterEach
  void stop() {
    engine.close();
  }

  @Test
  void aGuardedCallInsideAPlanIsHeldAndNothingIsClaimed() {
    EffectStoppedException held =
        catchThrowableOfType(
            EffectStoppedException.class, () -> Sidegate.planning(() -> send("m-1")));

    assertThat(held.executed()).isEqualTo(Executed.NO);
    assertThat(held).hasMessageContaining("A plan is being made");
    assertThat(held.reason()).contains("planning is under way");
    assertThat(provider).isEmpty();
    assertThat(database.query("SELECT count(*) FROM sidegate.intent")).containsExactly("0");
  }

  @Test
  void afterThePlanItRuns() throws Exception {
    assertThat(Sidegate.planning(() -> "first this, then that")).contains("then that");

    assertThat(send("m-1")).isEqualTo("sent m-1");
  }

  @Test
  void aPlanThatThrowsEndsThePlanning() throws Exception {
    assertThatThrownBy(
            () ->
                Sidegate.planning(
                    (Runnable)
                        () -> {
                          throw new IllegalArgumentException("no idea");
                        }))
        .isInstanceOf(IllegalArgumentException.class);

    assertThat(send("m-1")).isEqualTo("sent m-1");
  }

  @Test
  void whatIsStoredAlreadyIsHeldToo() throws Exception {
    send("m-1");

    assertThatThrownBy(() -> Sidegate.planning(() -> send("m-1")))
        .isInstanceOf(EffectStoppedException.class);
  }

  @Test
  void aScopeInsideAPlanDoesNotEndIt() {
    assertThatThrownBy(
            () ->
                Sidegate.planning(
                    () -> {
                      Sidegate.planning(() -> "a plan in a plan");
                      return CallScope.tenant("acme").call(() -> send("m-1"));
                    }))
        .isInstanceOf(EffectStoppedException.class);
    assertThat(provider).isEmpty();
  }

  private String send(String mail) throws Exception {
    return Sidegate.effect("mail")
        .key("mail:{}", mail)
        .payload(null)
        .returning(String.class)
        .call(
            () -> {
              provider.add(mail);
              return "sent " + mail;
            });
  }
}
